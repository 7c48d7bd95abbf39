/**
 * The one script of the pages: each button that names a field copies what is in it. The buttons show
 * only where it runs; without it, the field can still be marked and copied by hand.
 */
export const copyScript = `
for (const button of document.querySelectorAll('button[data-copies]')) {
	const status = button.nextElementSibling;
	button.hidden = false;
	button.addEventListener('click', async () => {
		const field = document.getElementById(button.dataset.copies);
		field.select();
		try {
			await navigator.clipboard.writeText(field.value);
			status.textContent = 'Copied';
		} catch {
			status.textContent = 'Marked: copy it with Ctrl+C';
		}
	});
}
`;
