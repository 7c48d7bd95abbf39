/**
 * A text in which nothing is a tag. n8n's editor takes hints and descriptions for HTML, with links and
 * pictures, and what comes from the data or the service must be no more than words there.
 *
 * @param text any text
 */
export function withoutTags(text: string): string {
	return text.replace(/</g, '‹').replace(/>/g, '›');
}
