// Prints the section of the changelog for a release tag; exits with 1 if tag, changelog and package.json do not match.
// Usage: node scripts/release-notes.mjs v0.1.0
import { readFileSync } from 'node:fs'

const read = (path) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')
const { version, repository } = JSON.parse(read('package.json'))
const [tag = ''] = process.argv.slice(2)

/** The sections of the changelog by version. A section is `## 0.1.0 - 2026-12-01` and its text. */
const sections = new Map(
  read('CHANGELOG.md')
    .split(/^## /m)
    .slice(1)
    .map((section) => [section.split(/\s/, 1)[0], section]),
)
const [title = '', ...notes] = sections.get(version)?.split('\n') ?? []
const repositoryOfRun = process.env.GITHUB_REPOSITORY

const problems = [
  tag !== `v${version}` &&
    `The tag is "${tag}", but package.json has the version ${version}: tag v${version}.`,
  !title && `CHANGELOG.md has no section "## ${version} - <date>".`,
  title && !/ - \d{4}-\d\d-\d\d$/.test(title) && `The section of ${version} in CHANGELOG.md has no date.`,
  repositoryOfRun &&
    !repository.url.endsWith(`github.com/${repositoryOfRun}.git`) &&
    `package.json has the repository ${repository.url}, but this is ${repositoryOfRun}: npm would refuse the provenance.`,
].filter(Boolean)

if (problems.length === 0) process.stdout.write(`${notes.join('\n').trim()}\n`)
else {
  process.stderr.write(`${problems.join('\n')}\n`)
  process.exitCode = 1
}
