/** The part of n8n's scanner of community packages that is used here; it comes without types. */
declare module '@n8n/scan-community-package/scanner/scanner.mjs' {
	export interface Analysis {
		readonly passed: boolean;
		readonly message?: string;
		/** What was found, as ESLint prints it. */
		readonly details?: string;
	}

	/** The files of a source tree that it reads. */
	export const SOURCE_FILE_PATTERNS: readonly string[];

	/** Holds the files of a folder to the rules for community packages. */
	export function analyzePackage(folder: string, patterns: readonly string[]): Promise<Analysis>;
}
