import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { runCommand } from '../e2e/command.ts';
import { MissingPiece } from '../e2e/missingPiece.ts';
import { npmCommand, withThisNode } from '../e2e/node24.ts';

const FOLDER = import.meta.dirname;

const vegaLiteSchema = z.object({
	compile: z.function(z.tuple([z.unknown()]), z.object({ spec: z.unknown() })),
});

type ViewClass = new (
	runtime: unknown,
	options: { readonly renderer: 'none' },
) => { toSVG(): Promise<string> };

const vegaSchema = z.object({
	parse: z.function(z.tuple([z.unknown()]), z.unknown()),
	View: z.custom<ViewClass>((value) => typeof value === 'function'),
});

/**
 * Draws a picture.
 *
 * @param specification in Vega-Lite
 * @returns an SVG
 */
export async function drawn(specification: object): Promise<string> {
	await installPlotting();
	const vegaLite = vegaLiteSchema.parse(await loaded('vega-lite'));
	const vega = vegaSchema.parse(await loaded('vega'));
	const { spec } = vegaLite.compile(specification);
	const svg = await new vega.View(vega.parse(spec), { renderer: 'none' }).toSVG();
	return `${svg}\n`;
}

/** Loaded by a name that the compiler does not follow: the packages are not there before a picture is drawn. */
async function loaded(name: string): Promise<object> {
	const module: unknown = await import(name);
	return z.object({}).passthrough().parse(module);
}

/** The plotting library is the one thing that only the picture needs, so it is installed for it. */
async function installPlotting(): Promise<void> {
	if (existsSync(join(FOLDER, 'node_modules', 'vega-lite'))) return;
	const { command, firstArguments } = npmCommand();
	const { code, output } = await runCommand(command, [...firstArguments, 'ci'], {
		cwd: FOLDER,
		env: withThisNode(process.env),
	});
	if (code !== 0) {
		throw new MissingPiece(`The plotting library for the picture cannot be installed: ${output}`);
	}
}
