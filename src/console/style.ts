/** The stylesheet of the page without scripts: light and dark, for screens and phones. */
export const style = `
:root {
  --ink: #1d2a24; --quiet: #5b6b63; --paper: #fbfaf6; --card: #fff; --line: #e0ddd2; --accent: #2f6b4a;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ink: #e8ebe6; --quiet: #9fada5; --paper: #151a17; --card: #1c2320; --line: #313b36; --accent: #7fc79d;
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); }
.page {
  margin: 0 auto; max-width: 62rem; padding: 2.5rem 1.25rem 4rem;
  font: 1rem/1.55 system-ui, -apple-system, 'Segoe UI', sans-serif;
}
h1 { margin: 0; font-size: 2rem; letter-spacing: -0.02em; color: var(--accent); }
h2 { margin: 0 0 0.75rem; font-size: 1.05rem; }
header p { margin: 0.25rem 0 0; max-width: 42rem; color: var(--quiet); }
section {
  margin-top: 1.5rem; padding: 1.25rem 1.4rem;
  background: var(--card); border: 1px solid var(--line); border-radius: 10px;
}
code, pre { font: 0.875rem/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
pre { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; }
.wide { overflow-x: auto; }
table { width: 100%; border-collapse: collapse; }
th { text-align: left; font-size: 0.8rem; font-weight: 600; color: var(--quiet); }
th, td { padding: 0.45rem 0.9rem 0.45rem 0; vertical-align: top; border-bottom: 1px solid var(--line); }
tbody tr:last-child td { border-bottom: 0; }
td:first-child { color: var(--quiet); font-variant-numeric: tabular-nums; }
td:last-child { padding-right: 0; color: var(--quiet); }
td b { color: var(--accent); }
dl { display: grid; grid-template-columns: minmax(10rem, max-content) 1fr; gap: 0.5rem 1.25rem; margin: 0; }
dt { color: var(--quiet); }
dd { margin: 0; min-width: 0; overflow-wrap: anywhere; }
a { color: var(--accent); }
@media (max-width: 40rem) {
  .page { padding-top: 1.5rem; }
  dl { grid-template-columns: 1fr; gap: 0.1rem; }
  dd { margin-bottom: 0.6rem; }
  table, tbody, tr, td { display: block; }
  thead { display: none; }
  td { padding: 0.1rem 0; border-bottom: 0; }
  td:first-child::before { content: '§ '; }
  tr { padding: 0.6rem 0; border-bottom: 1px solid var(--line); }
  tbody tr:last-child { border-bottom: 0; }
}
`
