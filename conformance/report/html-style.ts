import { statuses } from './summary.ts'

/** The styles of the report, for dark and light mode and for narrow screens. */
const looks = `
:root {
  color-scheme: light dark;
  --ink: light-dark(#1d2a24, #e8ebe6); --quiet: light-dark(#5b6b63, #9fada5); --paper: light-dark(#fbfaf6, #151a17);
  --card: light-dark(#fff, #1c2320); --line: light-dark(#e0ddd2, #313b36); --accent: light-dark(#2f6b4a, #7fc79d);
  --code: light-dark(#f3f1ea, #141917); --fail: light-dark(#b3261e, #ff8f85);
}
* { box-sizing: border-box; }
body {
  margin: 0 auto; max-width: 64rem; padding: 2.5rem 1.25rem 4rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.55 system-ui, -apple-system, 'Segoe UI', sans-serif; overflow-wrap: anywhere;
}
h1 { margin: 0; font-size: 1.9rem; line-height: 1.2; letter-spacing: -0.02em; }
h2 { margin: 0; font-size: 1.1rem; }
p { margin: 0.3rem 0; }
a { color: var(--accent); }
code, pre { font: 0.85rem/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
mark { display: inline-block; min-width: 100%; background: color-mix(in srgb, var(--fail) 22%, transparent); color: inherit; }
pre {
  margin: 0; padding: 0.7rem 0.85rem; max-height: 40rem; overflow: auto; white-space: pre-wrap;
  background: var(--code); border: 1px solid var(--line); border-radius: 6px;
}
.quiet { color: var(--quiet); }
.pass { --is: var(--accent); } .fail { --is: var(--fail); } .error { --is: light-dark(#8a1c6b, #f09ad4); }
:is(.warn, .known) { --is: light-dark(#8a5a00, #e8b75c); } .skip { --is: var(--quiet); }
.status { color: var(--is); font-weight: 600; white-space: nowrap; }
.card {
  margin-top: 1.25rem; padding: 1.1rem 1.25rem; background: var(--card); border: 1px solid var(--line); border-radius: 10px;
}
.card > h2 { display: flex; flex-wrap: wrap; gap: 0 1rem; justify-content: space-between; }
.card > h2 small { font-weight: 400; font-size: 0.9rem; color: var(--quiet); }
.card ul { margin: 0.5rem 0 0; padding-left: 1.2rem; }
summary { cursor: pointer; padding: 0.35rem 0; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
.result { border-top: 1px solid var(--line); }
.result > summary > code:first-of-type { color: var(--quiet); }
.result[open] > summary { font-weight: 600; }
.result .body { padding: 0.2rem 0 1rem; }
.clauses { font-size: 0.92rem; color: var(--quiet); }
.clauses + .result { margin-top: 0.4rem; }
.clauses code { color: var(--ink); }
dl { display: grid; grid-template-columns: 7rem minmax(0, 1fr); gap: 0.4rem 1rem; margin: 0 0 0.9rem; }
dt { color: var(--quiet); font-size: 0.9rem; }
dd { margin: 0; min-width: 0; white-space: pre-line; }
.exchange { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 0.9rem; }
.exchange h3 { margin: 0 0 0.3rem; font-size: 0.8rem; font-weight: 600; color: var(--quiet); }
fieldset { display: flex; flex-wrap: wrap; gap: 0.5rem; margin: 1.25rem 0 0; padding: 0; border: 0; }
legend { position: absolute; clip-path: inset(50%); width: 1px; height: 1px; overflow: hidden; }
fieldset label {
  display: flex; padding: 0.3rem 0.8rem; border: 1px solid var(--line); border-radius: 99px; background: var(--card);
  cursor: pointer; color: var(--is, var(--ink)); font-size: 0.92rem;
}
fieldset input { position: absolute; opacity: 0; }
fieldset label:has(:checked) { background: var(--is, var(--ink)); color: var(--paper); border-color: transparent; }
fieldset label:has(:focus-visible) { outline: 2px solid var(--accent); outline-offset: 2px; }
table { width: 100%; margin-top: 0.6rem; border-collapse: collapse; }
th { text-align: left; font-size: 0.8rem; font-weight: 600; color: var(--quiet); }
th, td { padding: 0.4rem 0.9rem 0.4rem 0; vertical-align: top; border-bottom: 1px solid var(--line); }
tr:last-child td { border-bottom: 0; }
td:first-child { white-space: nowrap; }
.narrow { width: auto; font-size: 0.92rem; }
.narrow td { padding: 0.1rem 0.9rem 0.1rem 0; }
.why { font-weight: 400; }
@media (max-width: 44rem) {
  body { padding: 1.25rem 0.8rem 3rem; }
  h1 { font-size: 1.5rem; }
  .card { padding: 0.9rem; }
  .exchange { grid-template-columns: minmax(0, 1fr); }
  dl { grid-template-columns: minmax(0, 1fr); gap: 0.1rem; }
  dd { margin-bottom: 0.6rem; }
  table:not(.narrow), table:not(.narrow) :is(tbody, tr, td) { display: block; }
  table:not(.narrow) thead { display: none; }
  td { padding: 0.1rem 0; border-bottom: 0; }
  .narrow td { padding-right: 0.4rem; }
  tr { padding: 0.5rem 0; border-bottom: 1px solid var(--line); }
  tr:last-child { border-bottom: 0; }
}
`

/** The filter is CSS only: the results of all statuses except the selected one are hidden. */
const filter = statuses
  .map(
    (status) =>
      `body:has(#only-${status}:checked) :is(.result:not(.${status}), .passed, .narrow, .section:not(:has(.result.${status})), .rest) { display: none; }`,
  )
  .join('\n')

export const style = looks + filter
