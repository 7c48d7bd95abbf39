/** The one style sheet, set inline so that a page is whole by itself. */
export const style = `
:root { color-scheme: light dark; --line: light-dark(#d4d4d8, #3f3f46); --soft: light-dark(#52525b, #a1a1aa);
	--page: light-dark(#fafafa, #18181b); --card: light-dark(#fff, #232327); --text: light-dark(#18181b, #f4f4f5);
	--accent: light-dark(#1d4ed8, #93b4ff); --on-accent: light-dark(#fff, #10182b); --bad: light-dark(#b91c1c, #fca5a5); }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--text); font: 16px/1.5 system-ui, sans-serif; }
header, main { max-width: 60rem; margin: 0 auto; padding: 1rem 1.25rem; }
header { display: flex; flex-wrap: wrap; gap: .5rem 1.25rem; align-items: center; border-bottom: 1px solid var(--line); }
header strong { margin-right: auto; }
a { color: var(--accent); }
a[aria-current] { color: inherit; font-weight: 600; text-decoration: none; border-bottom: 2px solid var(--accent); }
h1 { font-size: 1.5rem; margin: .5rem 0 1rem; } h2 { font-size: 1.15rem; margin: 1.75rem 0 .5rem; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.scroll { overflow-x: auto; }
table { width: 100%; border-collapse: collapse; background: var(--card); border: 1px solid var(--line); }
th, td { padding: .5rem .75rem; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); }
th { font-weight: 600; color: var(--soft); } td code { font-size: .9rem; } td code, time { white-space: nowrap; }
tbody th { width: 16rem; min-width: 10rem; }
.text, tbody th { overflow-wrap: anywhere; } td.text { min-width: 8rem; white-space: pre-wrap; }
label { display: block; font-weight: 600; margin: .75rem 0 .25rem; }
input { width: 100%; padding: .5rem .6rem; font: inherit; color: inherit; background: var(--card); border: 1px solid var(--soft); border-radius: 6px; }
input[readonly] { font-family: ui-monospace, monospace; font-size: .9rem; }
button, .button { display: inline-block; padding: .5rem .9rem; font: inherit; font-weight: 600; cursor: pointer; border-radius: 6px;
	border: 1px solid var(--accent); background: var(--accent); color: var(--on-accent); text-decoration: none; }
button.quiet, .quiet { background: transparent; color: var(--accent); }
button.danger { border-color: var(--bad); background: var(--bad); color: var(--page); }
[hidden] { display: none; }
.soft { color: var(--soft); } .bad { color: var(--bad); font-weight: 600; }
.row { display: flex; flex-wrap: wrap; gap: .75rem; align-items: center; margin: 1rem 0; }
.tabs { display: flex; gap: 1.25rem; margin-bottom: 1rem; }
.narrow { max-width: 26rem; }
.copyable { display: flex; flex-wrap: wrap; gap: .75rem; align-items: center; } .copyable input { flex: 1 1 16rem; }
dialog { position: fixed; inset: 0; margin: auto; width: min(34rem, calc(100% - 2rem)); z-index: 2; padding: 1.25rem 1.5rem 1.5rem;
	color: inherit; background: var(--card); border: 1px solid var(--line); border-radius: 10px; box-shadow: 0 0 0 100vmax #0008; }
dialog h2 { margin-top: 0; }
`;
