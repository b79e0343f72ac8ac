import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { cpuTime, RuleTime } from './pattern.ts'
import { brokenRule, isRequired, ruleLimits } from './rules.ts'

/** What a rule string makes of a value: the word of the rule that is broken, undefined if none is. */
type Row = readonly [what: string, rules: string, value: string, broken: string | undefined]

const holds = (word: string, rules: string, ...values: string[]): Row[] =>
  values.map((value) => [`${word} accepts ${JSON.stringify(value)}`, rules, value, undefined])

const breaks = (word: string, rules: string, ...values: string[]): Row[] =>
  values.map((value) => [`${word} refuses ${JSON.stringify(value)}`, rules, value, word])

const rows: Row[] = [
  ...holds('required', 'required', '0', 'x', ' x '),
  ...breaks('required', 'required', '', ' ', '\t\n'),
  ...holds('string', 'string', '', '1', 'text'),

  ...holds('numeric', 'numeric', '0', '-1', '+1', '1.5', '.5', '5.', '1e3', '-2.5E-3', ' 7 '),
  ...breaks('numeric', 'numeric', 'x', '1,5', '0x1F', '1e', '.', '--1', '1 2', 'Infinity', 'NaN', '١'),
  ...holds('integer', 'integer', '0', '-12', '+3', '99999999999999999999'),
  ...breaks('integer', 'integer', '1.0', '1e3', 'x', '-', '٣'),
  ...holds('int', 'int', '7'),
  ...breaks('int', 'int', '7.5'),
  ...holds('boolean', 'boolean', '0', '1'),
  ...breaks('boolean', 'boolean', 'true', 'false', '2', 'yes'),
  ...holds('bool', 'bool', '0', '1'),
  ...breaks('bool', 'bool', 'no'),

  ...holds('alpha', 'alpha', 'abc', 'Grüße', 'خادم'),
  ...breaks('alpha', 'alpha', 'abc1', 'a b', 'a-b'),
  ...holds('alpha_num', 'alpha_num', 'abc1', 'é2', '٣'),
  ...breaks('alpha_num', 'alpha_num', 'a_b', 'a b'),
  ...holds('alpha_dash', 'alpha_dash', 'a-b_c1', 'ü-1'),
  ...breaks('alpha_dash', 'alpha_dash', 'a.b', 'a b'),

  ...holds('in', 'in:a,b c, d', 'a', 'b c', 'd'),
  ...breaks('in', 'in:a,b', 'c', 'A', 'a,b'),
  ...holds('not_in', 'not_in:a,b', 'c'),
  ...breaks('not_in', 'not_in:a,b', 'a'),
  ...holds('starts_with', 'starts_with:http,ftp', 'https://x', 'ftp'),
  ...breaks('starts_with', 'starts_with:http,ftp', 'xhttp', 'HTTP'),
  ...holds('ends_with', 'ends_with:.jar,.zip', 'server.jar', '.zip'),
  ...breaks('ends_with', 'ends_with:.jar,.zip', 'server.jar.bak'),

  ...holds('min', 'min:3', 'abc', '123', '👩🚀🧱'),
  ...breaks('min', 'min:3', 'ab', '99', '👩🚀'),
  ...holds('max', 'max:3', 'abc', '👩🚀🧱'),
  ...breaks('max', 'max:3', 'abcd'),
  ...holds('size', 'size:3', 'abc'),
  ...breaks('size', 'size:3', 'ab', 'abcd'),
  ...holds('between', 'between:2,4', 'ab', 'abcd'),
  ...breaks('between', 'between:2,4', 'a', 'abcde'),
  ...holds('gt', 'numeric|gt:5', '6', '5.1'),
  ...breaks('gt', 'numeric|gt:5', '5'),
  ...holds('gte', 'numeric|gte:5', '5'),
  ...breaks('gte', 'numeric|gte:5', '4.9'),
  ...holds('lt', 'numeric|lt:5', '4.9', '-6'),
  ...breaks('lt', 'numeric|lt:5', '5'),
  ...holds('lte', 'numeric|lte:5', '5'),
  ...breaks('lte', 'numeric|lte:5', '5.1'),
  ...holds('digits', 'digits:4', '0042'),
  ...breaks('digits', 'digits:4', '42', '-042', '4.20'),
  ...holds('digits_between', 'digits_between:2,4', '42', '0042'),
  ...breaks('digits_between', 'digits_between:2,4', '4', '00042', '4x'),

  ...holds('url', 'url', 'https://example.com/a?b', 'ftp://example.com', 'http://[::1]:80'),
  ...breaks('url', 'url', 'example.com', 'http://', 'mailto:a@b', 'localhost:8080', '/path'),
  ...breaks(
    'url',
    'url',
    `http://${'a.'.repeat(127)}`,
    `http:/\n/${'a.'.repeat(127)}`,
    'http://:80',
    'file:///a',
  ),
  ...holds('email', 'email', 'a@b', 'почта@пример.испытание'),
  ...breaks('email', 'email', 'a', '@b', 'a@', 'a@b@c', 'a b@c'),
  ...holds('ip', 'ip', '192.0.2.1', '2001:db8::1'),
  ...breaks('ip', 'ip', '192.0.2.256', 'localhost', '192.0.2'),
  ...holds('ipv4', 'ipv4', '192.0.2.1'),
  ...breaks('ipv4', 'ipv4', '2001:db8::1'),
  ...holds('ipv6', 'ipv6', '2001:db8::1'),
  ...breaks('ipv6', 'ipv6', '192.0.2.1'),
  ...holds('json', 'json', '{}', '[1]', '"x"', 'null'),
  ...breaks('json', 'json', '{', 'x', "{'a':1}"),

  ...holds('regex', 'regex:/^[a-z]+$/', 'abc'),
  ...breaks('regex', 'regex:/^[a-z]+$/', 'ABC', 'a1', 'a\n'),
  ...holds('regex', 'regex:/^[a-z]+$/i', 'ABC'),
  ...holds('regex', 'regex:/^a.b$/s', 'a\nb'),
  ...holds('regex', 'regex:~^https?://~', 'https://x'),
  ...holds('regex', 'regex:#^\\d{1,3}$#', '12'),
  ...breaks('regex', 'regex:#^\\d{1,3}$#', '1234'),
  ...holds('not_regex', 'not_regex:/[<>]/', 'abc'),
  ...breaks('not_regex', 'not_regex:/[<>]/', '<abc>'),
]

describe('a rule', () => {
  it.each(rows)('%s', (_, rules, value, broken) => {
    expect(brokenRule(rules, value)?.rule).toBe(broken)
  })
})

describe('a rule string', () => {
  it.each<Row>([
    ['accepts an empty value that is not required', 'string|min:5|in:a,b|numeric|regex:/^x$/', '', undefined],
    ['accepts white space for a value that is not required', 'nullable|integer', '  ', undefined],
    ['refuses an empty required value', 'nullable|required|string', '', 'required'],
    ['refuses an empty value with `required` at any position', 'string|max:5|required', '', 'required'],
    ['checks a nullable value that is not null', 'nullable|integer', 'x', 'integer'],
    ['names the first rule that is not met', 'required|string|max:3|in:a,b', 'abcd', 'max'],
    ['names the first rule, in its own order', 'required|in:a,b|max:3', 'abcd', 'in'],
    ['ignores unknown rules', 'required|strange|odd:1,2|sometimes', 'x', undefined],
    [
      'ignores names of Object.prototype properties',
      'constructor|toString:1|__proto__|hasOwnProperty',
      'x',
      undefined,
    ],
    ['checks rules after an unknown rule', 'strange|integer', 'x', 'integer'],
    ['can be empty', '', 'x', undefined],
    ['can consist of bars', '||', '', undefined],
    ['can have white space around rules', ' required | integer ', 'x', 'integer'],
    ['can have white space around arguments', 'in: a , b ', 'b', undefined],

    ['can have quotation marks around arguments', 'in:"a,b", "c" ,"d ""e"""', 'a,b', undefined],
    ['can have quotation marks in arguments', 'in:"a,b", "c" ,"d ""e"""', 'd "e"', undefined],
    ['can have a quotation mark alone', 'in:5",7"', '7"', undefined],
    ['refuses a part of an argument in quotation marks', 'in:"a,b",c', 'b', 'in'],

    ['compares a string by its length', 'string|max:3', '1000', 'max'],
    ['compares a number by its value: numeric', 'numeric|max:3', '1000', 'max'],
    ['compares a number by its value: integer', 'integer|between:1,100', '64', undefined],
    ['compares a number by its value: int', 'min:3|int', '9', undefined],
    [
      'compares a number by its value with the type at any position',
      'min:1024|max:65535|integer',
      '25565',
      undefined,
    ],
    ['compares a negative number by its value', 'numeric|min:-5', '-4', undefined],
    ['names the type before the size', 'integer|min:5', 'abc', 'integer'],

    ['does not split a pattern at a bar', 'required|regex:/^(a|b)$/|max:1', 'b', undefined],
    ['checks a pattern with a bar', 'required|regex:/^(a|b)$/|max:1', 'c', 'regex'],
    ['checks rules after a pattern with a bar', 'regex:/^(a|b)+$/|max:1', 'ab', 'max'],
    ['does not split a pattern with a bar and flags', 'regex:/^(a|b)$/i|max:1', 'B', undefined],
    ['separates two patterns with bars', 'regex:/^(a|b)/|not_regex:/(c|d)$/', 'ad', 'not_regex'],
    [
      'does not split at a bar after an escaped delimiter',
      'regex:/^(http:\\/\\/|ftp)x$/|string',
      'ftpx',
      undefined,
    ],
    ['checks a pattern with a bar after an escaped delimiter', 'regex:/^(http:\\/\\/|ftp)x$/', 'x', 'regex'],
    ['accepts an unescaped delimiter in a pattern', 'regex:/^http://x$/|max:8', 'http://x', undefined],
    ['checks a pattern with an unescaped delimiter', 'regex:/^http://x$/|max:8', 'x', 'regex'],
    ['keeps an escaped bar', 'regex:/^a\\|b$/', 'a|b', undefined],
    ['keeps a comma in a pattern', 'regex:/^a{1,2}$/', 'aa', undefined],
    ['keeps a colon in a pattern', 'regex:/^a:b$/', 'a:b', undefined],

    ['ignores an invalid pattern', 'required|regex:/(/', 'x', undefined],
    ['ignores a pattern without delimiters', 'required|regex:^[a-z]+$', '1', undefined],
    ['ignores a pattern with an escape that JavaScript lacks', 'regex:/\\A\\d+\\z/', '12', undefined],
    ['ignores a pattern with a class that JavaScript lacks', 'regex:/^[[:alpha:]]+$/', 'ab', undefined],
    ['ignores a pattern with spaces that count for nothing', 'regex:/^ a $/x', 'a', undefined],
    ['checks a pattern with a property of Unicode', 'regex:/^\\p{L}+$/u', '1', 'regex'],
    ['ignores a missing pattern', 'regex:|regex', 'x', undefined],
    ['checks rules after an invalid pattern', 'regex:/(/|integer', 'x', 'integer'],
    ['ignores unknown flags', 'regex:/^a$/D', 'a', undefined],
    ['accepts a repeated flag', 'regex:/^a$/ii', 'B', 'regex'],
  ])('%s', (_, rules, value, broken) => {
    expect(brokenRule(rules, value)?.rule).toBe(broken)
  })

  it.each<[rules: string, value: string, must: string]>([
    ['required', '', 'have a value'],
    ['integer', 'x', 'be an integer'],
    ['numeric', 'x', 'be a number'],
    ['boolean', 'x', 'be 0 or 1'],
    ['in:a,b', 'x', 'be one of a, b'],
    ['not_in:a,b', 'a', 'be none of a, b'],
    ['between:2,4', 'x', 'have between 2 and 4 characters'],
    ['min:2', 'x', 'have at least 2 characters'],
    ['max:2', 'xxx', 'have at most 2 characters'],
    ['size:2', 'xxx', 'have 2 characters'],
    ['numeric|between:2,4', '1', 'be between 2 and 4'],
    ['integer|min:2', '1', 'be at least 2'],
    ['max:2|int', '3', 'be at most 2'],
    ['gt:2|numeric', '2', 'be more than 2'],
    ['digits_between:2,4', '1', 'have 2 to 4 digits'],
    ['regex:/^(a|b)$/', 'x', 'match /^(a|b)$/'],
    ['not_regex:/x/', 'x', 'not match /x/'],
    ['digits|min|between:2|max:other|alpha', '!', 'consist of letters'],
  ])('describes the expected value: %s', (rules, value, must) => {
    expect(brokenRule(rules, value)?.must).toBe(must)
  })
})

describe('required', () => {
  it.each<[rules: string, required: boolean]>([
    ['required', true],
    ['string|required|max:5', true],
    [' required ', true],
    ['nullable|string', false],
    ['', false],
    ['required_if:x,1', false],
    ['not_required', false],
    ['in:required', false],
    ['regex:/^(a|required|b)$/', false],
  ])('is interpreted as "%s" says: %s', (rules, required) => {
    expect(isRequired(rules)).toBe(required)
  })
})

const runaway = 'regex:/^(a+)+$/'
const bait = `${'a'.repeat(45)}!`

describe('a pattern that runs too long', () => {
  it('is stopped, and the rule is not met', () => {
    expect(brokenRule(runaway, bait)).toEqual({
      rule: 'regex',
      must: 'be checked against /^(a+)+$/, which takes too long',
    })
  })

  it('is not met if the pattern is negated either', () => {
    expect(brokenRule('not_regex:/^(a+)+$/', bait)?.rule).toBe('not_regex')
  })

  it('leaves no time for fifty patterns after it', () => {
    const patterns = new RuleTime()
    expect(Array.from({ length: 50 }, () => patterns.match('/^(a+)+$/', bait))).toEqual(
      Array(50).fill('slow'),
    )
    expect(patterns.match('/^a/', 'a')).toBe('slow')
  })

  it('affects only its own request', () => {
    const [patterns, others] = [new RuleTime(), new RuleTime()]
    expect(patterns.match('/^(a+)+$/', bait)).toBe('slow')
    expect(others.match('/^(a+)+$/', 'aaa')).toBe(true)
  })

  it('does not affect rules without a pattern', () => {
    const patterns = new RuleTime()
    expect(brokenRule(runaway, bait, patterns)?.rule).toBe('regex')
    expect(brokenRule('integer|max:5', '4', patterns)).toBeUndefined()
    expect(brokenRule('integer|max:5', '6', patterns)?.rule).toBe('max')
  })
})

/** Compiling this for a value beyond Latin-1 takes a second or more, and nothing interrupts that. */
const endless = String.raw`/(?:\P{IDS}{2}\P{IDS}{2}){2}/iu`

it('a pattern that is compiled too long is given up, and two of them leave no thread for others until they end', async () => {
  // A module of its own, as threads that other tests stopped may not have ended yet.
  const path = './pattern.ts?alone'
  const { RuleTime }: typeof import('./pattern.ts') = await import(path)
  const match = (pattern: string, value: string) => new RuleTime().match(pattern, value)
  expect(match('/^a/', 'a')).toBe(true)
  const since = process.cpuUsage()
  expect(match(endless, '日本語')).toBe('slow')
  expect(cpuTime(since)).toBeLessThan(600)
  expect(match('/^a/', 'a')).toBe(true)
  expect(match(endless, '日本語')).toBe('slow')
  expect(match('/^a/', 'a')).toBe('slow')
  await expect.poll(() => match('/^a/', 'a')).toBe(true)
})

it('a rule that is repeated is checked once, as a URL with a host of many scripts takes long', () => {
  const parsed = vi.spyOn(globalThis, 'URL')
  onTestFinished(() => parsed.mockRestore())
  expect(brokenRule('url|url:a|'.repeat(50), 'http://example.com')).toBeUndefined()
  expect(parsed).toHaveBeenCalledOnce()
  expect(brokenRule('in:a,b|in:b,c', 'a')?.rule).toBe('in')
})

// Each of these took minutes once: the limit is that of the test itself.
describe('a very long string', () => {
  const million = 1_000_000
  const { value: most } = ruleLimits

  it.each<Row>([
    ['is not a number with a letter at the end', 'numeric', `${'1'.repeat(most - 1)}x`, 'numeric'],
    ['is not a number with white space inside', 'numeric', `1${' '.repeat(most - 2)}x`, 'numeric'],
    ['is not an e-mail address', 'email', 'a'.repeat(most), 'email'],
    ['is not a string of letters', 'alpha', `${'a'.repeat(most - 1)}1`, 'alpha'],
    ['is too long', '', 'a'.repeat(most + 1), 'max'],
    ['can be a rule string of unterminated patterns', 'regex:/a/1|'.repeat(million / 11), 'x', undefined],
    [
      'can be a rule string of one pattern',
      `regex:/^(${'a|'.repeat(million / 2)}x)$/|required`,
      '',
      'required',
    ],
  ])('%s', (_, rules, value, broken) => {
    expect(brokenRule(rules, value)?.rule).toBe(broken)
  })

  it('is not matched by a pattern that is longer than any egg needs', () => {
    expect(brokenRule(`regex:/^(?:${'ab|'.repeat(2_000)}c)$/`, 'c')?.rule).toBe('regex')
  })
})
