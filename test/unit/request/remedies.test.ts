import { DateTime } from 'luxon';
import type { IBinaryData } from 'n8n-workflow';

import { optionsProperty } from '../../../nodes/Submissions/description/options.ts';
import { toAssignedType } from '../../../nodes/Submissions/request/assignedValue.ts';
import { readBaseUrl } from '../../../nodes/Submissions/request/baseUrl.ts';
import { encodeBody } from '../../../nodes/Submissions/request/body.ts';
import { flatten } from '../../../nodes/Submissions/request/bracketNames.ts';
import { readCredential } from '../../../nodes/Submissions/request/credential.ts';
import { fromAssignments, fromJson } from '../../../nodes/Submissions/request/fieldData.ts';
import { toJsonValue } from '../../../nodes/Submissions/request/fieldValue.ts';
import { readFiles } from '../../../nodes/Submissions/request/files.ts';
import { readOptions } from '../../../nodes/Submissions/request/options.ts';
import { readPermalink } from '../../../nodes/Submissions/request/permalink.ts';
import { readProxy } from '../../../nodes/Submissions/request/proxy.ts';
import { refusalOf } from '../refusals.ts';

const PHOTO: IBinaryData = { data: 'eA==', mimeType: 'image/png' };
const LOOKS_LIKE = 'It should look like https://forms.example.com';

const noFile = (): IBinaryData => {
	throw new Error('none');
};

const circular: unknown[] = [];
circular.push(circular);

const deep = '['.repeat(201) + ']'.repeat(201);

const row = (name: string) => ({ name, value: 'x', type: 'string' });

/** What a person is told to do, for everything that is not sent. */
const REMEDIES: readonly [what: string, work: () => unknown, remedy: string][] = [
	[
		'an empty Base URL',
		() => readBaseUrl('', false),
		`Enter the service's address. ${LOOKS_LIKE}.`,
	],
	[
		'a Base URL with a user name',
		() => readBaseUrl('https://ada@forms.example.com', false),
		'Remove what stands before the @ and use the fields of the credential for it. It is probably https://forms.example.com.',
	],
	[
		'a Base URL with a query',
		() => readBaseUrl('https://forms.example.com?x=1', false),
		'Remove the ? or # and all that follows. It is probably https://forms.example.com.',
	],
	[
		'a Base URL without encryption',
		() => readBaseUrl('http://forms.example.com', false),
		'Use https://, or turn on Allow HTTP in the credential if you accept that.',
	],
	[
		'a Base URL with white space in it',
		() => readBaseUrl('https://forms example.com', false),
		`Type the address anew. ${LOOKS_LIKE}.`,
	],
	[
		'a Base URL without a scheme',
		() => readBaseUrl('forms.example.com', false),
		`Put https:// in front of the host name. ${LOOKS_LIKE}.`,
	],
	['a Base URL that is none', () => readBaseUrl('https://', false), `${LOOKS_LIKE}.`],
	[
		'an empty secret',
		() => readCredential({ baseUrl: 'https://forms.example.com' }),
		'Open the credential and enter it.',
	],
	[
		'a secret with white space around it',
		() => readCredential({ baseUrl: 'https://forms.example.com', accessToken: ' x' }),
		'These usually come along when copying. Open the credential and enter it without them.',
	],
	[
		'a secret that a header cannot carry',
		() => readCredential({ baseUrl: 'https://forms.example.com', accessToken: 'é' }),
		'Set Send In to Query in the credential.',
	],
	[
		'an empty permalink',
		() => readPermalink('', 'form'),
		"Enter a form's permalink or the address of its page. If an expression gives it, check what the expression gives for this item.",
	],
	[
		'a permalink that is no text',
		() => readPermalink(true, 'form'),
		'Check what the expression gives for this item: it should be text.',
	],
	[
		'an address without a permalink',
		() => readPermalink('https://forms.example.com', 'submission'),
		'Paste an address of the shape https://forms.example.com/forms/aB3dE5gH7j/responses/kL9mN1pQ3r, or the permalink itself.',
	],
	[
		'a permalink of the wrong length',
		() => readPermalink('short', 'submission'),
		"A permalink has exactly 10 characters. Copy it, or the whole address, from the submission's page.",
	],
	[
		'a permalink with what none has',
		() => readPermalink('aB3dE gH7j', 'form'),
		"A permalink has none of these. Copy it, or the whole address, from the form's page.",
	],
	[
		'a proxy that is none',
		() => readProxy('x'),
		'It should look like http://proxy.example.com:3128',
	],
	[
		'an option that should be text',
		() => readOptions({ wrapIn: true }, optionsProperty),
		'Give text.',
	],
	[
		'an option with too high a number',
		() => readOptions({ maxAttempts: 11 }, optionsProperty),
		'Give a number from 1 to 10.',
	],
	[
		'a row without a name',
		() => fromAssignments({ assignments: [row('')] }),
		'Enter the name of the field as the form has it, or remove the row.',
	],
	[
		'two rows of one name',
		() => fromAssignments({ assignments: [row('a'), row('a')] }),
		'Remove one of them; to send several values, use one row of the type Array.',
	],
	[
		'a value that is not of its type',
		() => toAssignedType('x', 'number', 'a'),
		'Change the type of the row, or the value. An expression that returns null clears the field, and one that returns undefined leaves it out.',
	],
	[
		'JSON that is no object',
		() => fromJson('[]'),
		'Give an object with the fields by name, such as { "name": "Ada" }.',
	],
	[
		'text that is no JSON',
		() => fromJson('{'),
		'Check quotes, commas and brackets there. In an expression, give an object instead of putting text together.',
	],
	[
		'a number that is none',
		() => toJsonValue(NaN, 'a'),
		'Field data can hold only finite numbers.',
	],
	[
		'a gap in a list',
		() => toJsonValue([undefined], 'a'),
		'Give null for "no value", or take it out of the list.',
	],
	['a function', () => toJsonValue(noFile, 'a'), 'Check what the expression gives.'],
	[
		'an invalid date',
		() => toJsonValue(DateTime.invalid('none'), 'a'),
		'Say how its text is written, such as {{ DateTime.fromFormat($json.date, "dd.MM.yyyy") }} for 31.01.2030; text that is no date goes as it is, without toDateTime().',
	],
	[
		'an object that holds itself',
		() => toJsonValue(circular, 'a'),
		'Pick the fields that you need from it.',
	],
	[
		'what is nested too deeply',
		() => toJsonValue(JSON.parse(deep), 'a'),
		'Pick the fields that you need from it.',
	],
	[
		'binary data in a field',
		() => toJsonValue(Buffer.from('x'), 'a'),
		'To send a file, set the Body Format option to Multipart and name the file under Files.',
	],
	[
		'an object of another kind',
		() => toJsonValue(new Map(), 'a'),
		'Give text, a number, a list or a plain object.',
	],
	[
		'an empty list where names are in brackets',
		() => flatten({ tags: [] }),
		'Give null to clear the field, undefined to leave it out, or set Body Format to JSON.',
	],
	[
		'a file in a format that holds none',
		() => encodeBody({}, [{ name: 'photo', file: PHOTO }], 'json', ''),
		'Set Body Format under Options to Multipart, or remove the files.',
	],
	[
		'a file without a field',
		() => readFiles({ file: [{ name: '', property: 'data' }] }, () => PHOTO),
		'Enter the name of the field that the file is for.',
	],
	[
		'a file that is not there',
		() => readFiles({ file: [{ name: 'photo', property: 'data' }] }, noFile),
		"Open the input's Binary tab and take the name that stands there.",
	],
];

it.each(REMEDIES)('%s: says what to do', (_, work, remedy) => {
	expect(refusalOf(work).remedy).toBe(remedy);
});
