/** The stylesheet of the page without scripts: light and dark, for screens and phones. */
export const style = `
:root {
  color-scheme: light dark;
  --quiet: light-dark(#5b6b63, #9fada5);
  --line: light-dark(#e0ddd2, #313b36);
  --accent: light-dark(#2f6b4a, #7fc79d);
}
* { box-sizing: border-box; }
body { margin: 0; background: light-dark(#fbfaf6, #151a17); color: light-dark(#1d2a24, #e8ebe6); }
.page {
  margin: 0 auto; max-width: 62rem; padding: 2.5rem 1.25rem 4rem;
  font: 1rem/1.55 system-ui, -apple-system, 'Segoe UI', sans-serif;
}
h1 { margin: 0; font-size: 2rem; letter-spacing: -0.02em; }
h2 { margin: 0 0 0.75rem; font-size: 1.05rem; }
h1, a, b { color: var(--accent); }
dt, small, header p { color: var(--quiet); }
header p { margin: 0.25rem 0 0; max-width: 42rem; }
section {
  margin-top: 1.5rem; padding: 1.25rem 1.4rem;
  background: light-dark(#fff, #1c2320); border: 1px solid var(--line); border-radius: 10px;
}
code { font: 0.875rem/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; overflow-wrap: anywhere; }
pre { margin: 0; white-space: pre-wrap; }
dl { display: grid; grid-template-columns: minmax(10rem, max-content) 1fr; gap: 0.5rem 1.25rem; margin: 0; }
dd { margin: 0; min-width: 0; }
@media (max-width: 40rem) {
  dl { grid-template-columns: 1fr; gap: 0.1rem; }
  dd { margin-bottom: 0.6rem; }
}
`
