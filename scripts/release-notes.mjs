// Prints the section of the changelog that a tag releases, and exits with 1 if something is not ready for the release.
// Usage: node scripts/release-notes.mjs v0.1.0
import { readFileSync } from 'node:fs'

const own = (path) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')
const { version, repository } = JSON.parse(own('package.json'))
const [tag = ''] = process.argv.slice(2)

/** The sections of the changelog by their version: `## 0.1.0 - 2026-12-01`, then the text. */
const sections = new Map(
  own('CHANGELOG.md')
    .split(/^## /m)
    .slice(1)
    .map((section) => [section.split(/\s/, 1)[0], section]),
)
const [title = '', ...notes] = sections.get(version)?.split('\n') ?? []
const home = process.env.GITHUB_REPOSITORY

const problems = [
  tag !== `v${version}` &&
    `The tag is "${tag}", but package.json has the version ${version}: tag v${version}.`,
  !title && `CHANGELOG.md has no section "## ${version} - <date>".`,
  title && !/ - \d{4}-\d\d-\d\d$/.test(title) && `The section of ${version} in CHANGELOG.md has no date.`,
  home &&
    !repository.url.endsWith(`github.com/${home}.git`) &&
    `package.json has the repository ${repository.url}, but this is ${home}: npm would refuse the provenance.`,
].filter(Boolean)

if (problems.length === 0) process.stdout.write(`${notes.join('\n').trim()}\n`)
else {
  process.stderr.write(`${problems.join('\n')}\n`)
  process.exitCode = 1
}
