import { z } from 'zod';
import { operations } from '../api/operations.ts';
import { limitSchema, type LimitInput } from '../limits/limit.ts';
import { faultSchema } from './fault.ts';
import { fromShortForm } from './shortForm.ts';

const pattern = z.string().refine(isPattern, 'must be a regular expression');

function isPattern(text: string): boolean {
	try {
		new RegExp(text);
		return true;
	} catch {
		return false;
	}
}

function oneOrMore<Item extends z.ZodTypeAny>(item: Item) {
	return z.union([item, z.array(item)]).transform((value): z.output<Item>[] => [value].flat());
}

// All that is given must hold.
const matchSchema = z
	.object({
		method: oneOrMore(z.string()).optional(),
		/** a regular expression, searched for in the path without its query */
		path: pattern.optional(),
		operation: oneOrMore(z.enum(operations)).optional(),
		form: oneOrMore(z.string()).optional(),
		submission: oneOrMore(z.string()).optional(),
		/** by header name, a regular expression searched for in its value */
		header: z.record(pattern).optional(),
		/** by variable name, a regular expression searched for in the value that was sent */
		field: z.record(pattern).optional(),
	})
	.strict();

// Which of the matching requests; every one, where nothing is given. All that is given must hold.
const whenSchema = z
	.object({
		/** counted from 1 */
		nth: oneOrMore(z.number().int().min(1)).optional(),
		first: z.number().int().min(0).optional(),
		every: z.number().int().min(1).optional(),
		rate: z.number().min(0).max(1).optional(),
		/** counted from when the rules were set: an outage that begins then */
		afterMs: z.number().min(0).optional(),
		/** and lasts so long */
		forMs: z.number().min(0).optional(),
	})
	.strict();

const ruleObjectSchema = z
	.object({
		name: z.string().optional(),
		match: matchSchema.default({}),
		when: whenSchema.default({}),
		then: faultSchema,
	})
	.strict();

/** A rule as an object, or in short form as text. */
export const ruleSchema = z.preprocess(
	(rule) => (typeof rule === 'string' ? fromShortForm(rule) : rule),
	ruleObjectSchema,
);

export const faultSettingsSchema = z
	.object({
		/** the first that applies to a request is the one that does */
		rules: z.array(ruleSchema).default([]),
		/** for the rules that apply at a rate: the same seed, the same choice of requests */
		seed: z.number().int().default(1),
		/** all must hold; they stand before the rules */
		limits: z.array(limitSchema).default([]),
	})
	.strict();

export type Rule = z.output<typeof ruleObjectSchema>;

/** How a rule may be written: as an object, or in short form. */
export type RuleInput = z.input<typeof ruleObjectSchema> | string;

export type FaultSettings = z.output<typeof faultSettingsSchema>;

export interface FaultSettingsInput {
	readonly rules?: readonly RuleInput[];
	readonly seed?: number;
	readonly limits?: readonly LimitInput[];
}
