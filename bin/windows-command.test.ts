import { describe, expect, it } from 'vitest'
import { windowsCommand } from './serving/windows-command.ts'

const files = [
  'C:\\node\\node.exe',
  'C:\\node\\npm.cmd',
  'C:\\tools\\both.CMD',
  'C:\\tools\\both.EXE',
  'run.bat',
]

const started = (command: string, ...args: readonly string[]) =>
  windowsCommand(
    command,
    args,
    { Path: 'C:\\tools;C:\\node', PATHEXT: '.COM;.EXE;.BAT;.CMD', ComSpec: 'C:\\Windows\\cmd.exe' },
    (path) => files.some((file) => file.toLowerCase() === path.toLowerCase()),
  )

const throughShell = (line: string) => ({
  file: 'C:\\Windows\\cmd.exe',
  args: ['/d', '/s', '/c', `"${line}"`],
  windowsVerbatimArguments: true,
})

describe('a command on Windows', () => {
  it.each([
    ['a name', 'node', 'C:\\node\\node.EXE'],
    ['a name with its extension', 'node.exe', 'C:\\node\\node.exe'],
    ['a path', 'C:\\node\\node.exe', 'C:\\node\\node.exe'],
    ['a program before a script of the same name', 'both', 'C:\\tools\\both.EXE'],
    ['a name that does not exist', 'nothing', 'nothing'],
  ])('starts a program directly: %s', (_, command, file) => {
    const args = ['a b', '"', '%PATH%']
    expect(started(command, ...args)).toEqual({ file, args, windowsVerbatimArguments: false })
  })

  it.each<[what: string, args: readonly string[], line: string]>([
    ['no arguments', [], ''],
    ['a word', ['test'], ' ^^^"test^^^"'],
    ['a space', ['a b'], ' ^^^"a^^^ b^^^"'],
    ['a quotation mark', ['a"b'], ' ^^^"a\\^^^"b^^^"'],
    ['a backslash at the end', ['a\\'], ' ^^^"a\\\\^^^"'],
    ['an empty argument', [''], ' ^^^"^^^"'],
    ['a second command', ['a&calc'], ' ^^^"a^^^&calc^^^"'],
    ['a variable', ['%PATH%'], ' ^^^"^^^%PATH^^^%^^^"'],
  ])('starts a script with cmd.exe, which must not interpret %s', (_, args, line) => {
    expect(started('npm', ...args)).toEqual(throughShell(`C:\\node\\npm.CMD${line}`))
  })

  it('finds a script in the current folder, with its extension', () => {
    expect(started('run.bat')).toEqual(throughShell('run.bat'))
  })
})
