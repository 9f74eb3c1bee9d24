import { describe, expect, test } from 'vitest'
import { makeJava } from './make-java.ts'
import { DEFAULT_OPTIONS, type JavaOptions } from './options.ts'
import { formatOf } from './read-input.ts'
import { NODES_SAMPLE } from '../sample.ts'

const PLAIN = { packageName: '', library: 'none' } as const

function made(text: string, options: Partial<JavaOptions> = {}): string {
  const result = makeJava(text, { ...DEFAULT_OPTIONS, ...options }, 'en-US')
  if ('issue' in result) throw new Error(JSON.stringify(result.issue))
  return result.text
}

function issueOf(text: string, options: Partial<JavaOptions> = {}) {
  const result = makeJava(text, { ...DEFAULT_OPTIONS, ...options }, 'en-US')
  return 'issue' in result ? result.issue : undefined
}

/** The components of a record, without their marks. */
function fields(text: string, options: Partial<JavaOptions> = {}): string[] {
  const lines = made(text, { ...PLAIN, ...options }).split('\n')
  const head = lines.findIndex((line) => line.includes('record Root('))
  const end = lines.findIndex((line, index) => index > head && line.startsWith(')'))
  return lines
    .slice(head + 1, end)
    .map((line) => line.trim().replace(/,$/, ''))
    .filter((line) => !line.startsWith('//'))
}

describe('types', () => {
  const BIG = '9223372036854775808'
  test.each<[values: string, type: string]>([
    ['1', 'int'],
    ['2147483647', 'int'],
    ['2147483648', 'long'],
    ['-2147483648', 'int'],
    ['-2147483649', 'long'],
    ['9223372036854775807', 'long'],
    [BIG, 'BigInteger'],
    [`-${BIG}`, 'long'],
    ['1.5', 'double'],
    ['1e3', 'double'],
    ['0.0', 'double'],
    ['0.1234567890123456', 'BigDecimal'],
    ['12345678901234567.5', 'BigDecimal'],
    ['1e400', 'BigDecimal'],
    ['1e-400', 'BigDecimal'],
    ['true', 'boolean'],
    ['"1"', 'String'],
    ['null', 'Object'],
    ['[]', 'List<Object>'],
    ['[1, 3000000000]', 'List<Long>'],
    ['[1, 1.5]', 'List<Double>'],
    ['[3000000000, 1.5]', 'List<BigDecimal>'],
    [`[1, ${BIG}]`, 'List<BigInteger>'],
    ['[1, null]', 'List<Integer>'],
    ['[1, "a"]', 'List<Object>'],
    ['[[1], [2.5]]', 'List<List<Double>>'],
    ['{}', 'Map<String, Object>'],
  ])('%s is %s', (value, type) => {
    expect(fields(`{"a": ${value}}`)).toEqual([`${type} a`])
  })

  test.each<[value: string, type: string]>([
    ['2026-02-28', 'LocalDate'],
    ['2026-02-30', 'String'],
    ['2024-02-29T10:00', 'LocalDateTime'],
    ['2026-07-01T10:00:00.5', 'LocalDateTime'],
    ['2026-07-01T10:00:00Z', 'OffsetDateTime'],
    ['2026-07-01T10:00:00+08:00', 'OffsetDateTime'],
    ['2026-07-01T10:00:00+19:00', 'String'],
    ['2026-07-01T24:00:00', 'String'],
    ['2026-07-01 10:00:00', 'String'],
  ])('with types of java.time %s is %s, else a text', (value, type) => {
    expect(fields(`{"a": "${value}"}`, { dates: 'time' })).toEqual([`${type} a`])
    expect(fields(`{"a": "${value}"}`)).toEqual(['String a'])
  })

  test('objects of a list, and of lists in it, are one type; what some do not have is optional', () => {
    const text = '{"users": [{"x": 1, "bs": [{"y": 1}]}, {"z": true, "bs": [{"y": 2.5, "w": "t"}, {"y": null}]}]}'
    expect(made(text, PLAIN)).toBe(`import java.util.List;

public record Root(
    List<User> users
) {
    public record User(
        Integer x,
        List<B> bs,
        Boolean z
    ) {}

    public record B(
        Double y,
        String w
    ) {}
}
`)
  })

  test('a number of YAML keeps its digits, a quoted one is a text, and one with a leading zero too', () => {
    const text = 'a: 123456789012345678901\nb: "1"\nc: 0123\nd: !!str 5\n'
    expect(fields(text)).toEqual(['BigInteger a', 'String b', 'String c', 'String d'])
  })

  test('an object with more keys than a constructor takes is a map', () => {
    const many = Object.fromEntries(Array.from({ length: 121 }, (_, n) => [`k${n}`, n]))
    expect(fields(JSON.stringify({ many }))).toEqual(['Map<String, Integer> many'])
  })

  test('a list at the top is written as its object, and said', () => {
    const result = makeJava('[[{"a": 1}]]', { ...DEFAULT_OPTIONS, rootClass: 'Node' }, 'zh-CN')
    expect(result).toMatchObject({
      fileName: 'Node.java',
      notes: [{ code: 'root', args: { type: 'List<List<Node>>' } }],
    })
  })
})

describe('names', () => {
  test.each<[key: string, name: string]>([
    ['server-port', 'serverPort'],
    ['server_port', 'serverPort'],
    ['SERVER_PORT', 'serverPort'],
    ['URL', 'url'],
    ['HTTPServer', 'httpServer'],
    ['class', 'class_'],
    ['Class', 'class_'],
    ['true', 'true_'],
    ['_', 'field'],
    ['', 'field'],
    ['🙂', 'field'],
    ['2fa', '_2fa'],
    ['名称', '名称'],
    ['hashCode', 'hashCode2'],
    ['a.b', 'aB'],
  ])('%j is %s', (key, name) => {
    expect(fields(JSON.stringify({ [key]: 1 }))).toEqual([`int ${name}`])
  })

  test('of two keys with one name, the one that is a name keeps it', () => {
    const text = '{"server-port": 1, "serverPort": 2, "server_port": 3}'
    expect(made(text, { packageName: '' })).toContain(`
    @JsonProperty("server-port") int serverPort2,
    int serverPort,
    @JsonProperty("server_port") int serverPort3
`)
  })

  test.each<[library: JavaOptions['library'], line: string]>([
    ['jackson', '@JsonProperty("a-\\"b\\\\u000a\\n")'],
    ['gson', '@SerializedName("a-\\"b\\\\u000a\\n")'],
    ['none', '// "a-\\"b\\\\u000a\\n"'],
  ])('%s: a key stands there as a literal, whatever is in it', (library, line) => {
    const text = JSON.stringify({ 'a-"b\\u000a\n': 1 })
    expect(made(text, { library })).toContain(line)
    expect(made(text, { library, output: 'pojo' })).toContain(`    ${line}\n    private int aBU000a;`)
  })

  test('no nested type takes the name of another one, of the root or of an imported one', () => {
    const text = '{"string": {"a": 1}, "list": {"b": 1}, "root": {"c": 1}, "x": {"list": {"d": 1}}}'
    const found = made(text, PLAIN).matchAll(/record (\w+)/g)
    expect(Array.from(found, ([, name]) => name)).toEqual(['Root', 'String2', 'List2', 'Root2', 'X', 'List3'])
  })

  test('equal objects with one name are one type', () => {
    const text = '{"a": {"tls": {"on": true}}, "b": {"tls": {"on": false}}}'
    expect(made(text, PLAIN).match(/record Tls/g)).toHaveLength(1)
  })

  test.each<[given: string, line: string | undefined]>([
    ['com.example', 'package com.example;'],
    ['com.2nd.new', 'package com._2nd.new_;'],
    ['a; import x', 'package a_import_x;'],
    ['java.util', 'package java_.util;'],
    ['..', undefined],
  ])('package %s', (packageName, line) => {
    const [first] = made('{"a": 1}', { packageName }).split('\n')
    expect(first).toBe(line ?? 'public record Root(')
  })
})

describe('a class', () => {
  const TEXT = '[{"xIndex": 1, "on": true, "note": null}]'

  test('has getters and setters by the rule of java.beans', () => {
    const text = made(TEXT, { ...PLAIN, output: 'pojo', nullables: 'nullable', version: '8' })
    expect(text).toContain('import org.jspecify.annotations.Nullable;')
    for (const line of [
      'private int xIndex;',
      'public int getxIndex() {',
      'public boolean isOn() {',
      'public void setOn(boolean on) {',
      'private @Nullable Object note;',
      'public @Nullable Object getNote() {',
    ])
      expect(text).toContain(`    ${line}\n`)
  })

  test('leaves them to Lombok', () => {
    expect(made(TEXT, { packageName: '', output: 'pojo', hasLombok: true }))
      .toBe(`import com.fasterxml.jackson.annotation.JsonProperty;
import lombok.Data;

@Data
public class Root {
    @JsonProperty("xIndex")
    private int xIndex;
    private boolean on;
    private Object note;
}
`)
  })
})

describe('an enum', () => {
  test.each<[text: string, constants: string[]]>([
    [
      '["vless", "hysteria-2", "2fa"]',
      [
        'VLESS("vless")',
        '@JsonProperty("hysteria-2")',
        'HYSTERIA_2("hysteria-2")',
        '@JsonProperty("2fa")',
        '_2FA("2fa")',
      ],
    ],
    ['{"A": 1, "bC": 3000000000}', ['A("A", 1L)', '@JsonProperty("bC")', 'B_C("bC", 3000000000L)']],
    ['[1, 2.5, 1]', ['_1(1d)', '@JsonProperty("2.5")', '_2_5(2.5d)']],
    ['[{"id": 1, "n": "A", "x": [1]}, {"id": 2, "n": "B", "y": true}]', ['A(1, "A", null)', 'B(2, "B", true)']],
    ['{"A": {"on": true}, "B": {}}', ['A("A", true)', 'B("B", null)']],
    ['{"A": [1], "B": 1}', ['A("A")', 'B("B")']],
    ['["A", "A-"]', ['A("A")', '@JsonProperty("A-")', 'A2("A-")']],
  ])('%s', (text, constants) => {
    const lines = made(text, { output: 'enum' })
      .split('\n')
      .map((line) => line.trim().replace(/[,;]$/, ''))
    expect(lines).toEqual(expect.arrayContaining(constants))
  })
})

describe('what cannot be made says why and where', () => {
  test.each<[name: string, text: string, issue: object, options?: Partial<JavaOptions>]>([
    ['nothing', ' \n', { code: 'empty' }],
    ['JSON', '{"a": 1,\n  b}', { code: 'json', args: { msg: 'key', line: 2, column: 3 } }],
    ['YAML', 'a: 1\nb: [1\nc: 2\n', { code: 'yaml', args: { line: 2 } }],
    ['a key twice', 'a: 1\nb: 2\na: 3\n', { code: 'yaml-twice', args: { line: 3, column: 1, before: 1 } }],
    ['a list as key', 'a: 1\n? [1]\n: 2\n', { code: 'yaml-key', args: { line: 2 } }],
    ['an alias of itself', 'a: &a [*a]\n', { code: 'aliases', args: { line: 1 } }],
    ['an escape', 'a=1\nb=\\u12x4\n', { code: 'escape', args: { line: 2, column: 3 } }],
    ['a scalar', '5', { code: 'scalar' }],
    ['no object', '[1, 2]', { code: 'no-object' }],
    ['a record for Java 8', '{"a": 1}', { code: 'record-needs-17' }, { version: '8' }],
    ['no constants', '{}', { code: 'no-constants' }, { output: 'enum' }],
    [
      'too many constants',
      JSON.stringify(Array.from({ length: 5000 }, (_, n) => n)),
      { code: 'too-many-constants' },
      { output: 'enum' },
    ],
    ['a text too long for a literal', JSON.stringify(['x'.repeat(30_000)]), { code: 'long-text' }, { output: 'enum' }],
    ['a text too long', `"${'x'.repeat(2_000_000)}"`, { code: 'too-large' }],
  ])('%s', (_name, text, issue, options) => {
    expect(issueOf(text, options)).toMatchObject(issue)
  })

  test('aliases that stand for too much end at once', () => {
    const levels = Array.from({ length: 9 }, (_, n) => `l${n + 1}: &l${n + 1} [${Array(9).fill(`*l${n}`).join(', ')}]`)
    const start = performance.now()
    expect(issueOf(`l0: &l0 {a: 1}\n${levels.join('\n')}\n`)).toMatchObject({ code: 'aliases' })
    expect(performance.now() - start).toBeLessThan(2000)
  })
})

test.each<[text: string, format: string]>([
  ['# x\n{"a": 1}', 'json'],
  ['a: 1', 'yaml'],
  ['- a=b', 'yaml'],
  ['---\na: b=c', 'yaml'],
  ['"a=b": 1', 'yaml'],
  ['! x\na.b = 1', 'properties'],
  ['a[0].b=1', 'properties'],
  ['spring.url:jdbc', 'properties'],
  ['// x\n{}', 'json'],
])('%j is taken for %s', (text, format) => {
  expect(formatOf(text)).toBe(format)
})

test('the sample has something for each option', () => {
  expect(made(NODES_SAMPLE, { rootClass: 'Node', dates: 'time' })).toContain('@JsonProperty("up-mbps") Double upMbps')
})
