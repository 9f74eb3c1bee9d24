import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { KEY_ANNOTATIONS, LOMBOK_DATA, NULLABLE } from './annotations.ts'
import { makeJava } from './make-java.ts'
import {
  DATES,
  DEFAULT_OPTIONS,
  JAVA_VERSIONS,
  type JavaOptions,
  LIBRARIES,
  NULLABLES,
  JAVA_OUTPUTS,
} from './options.ts'
import { NODES_SAMPLE } from '../sample.ts'

const hasJavac = spawnSync('javac', ['-version']).status === 0
/** There the compiler is installed: its absence is a failure. */
const mayGoWithout = process.env['REQUIRE_ENGINES'] === undefined
/** The Java compiler optimizes itself while it runs. A short run gains nothing from that, and these options turn most of it off. */
const SHORT_RUN = ['-J-XX:TieredStopAtLevel=1', '-J-XX:+UseSerialGC']

// The annotations stand here as far as a compiler looks at them: name, targets and value. No library is fetched.
const targets = (list: string) =>
  `@java.lang.annotation.Target({${list.replace(/\w+/g, 'java.lang.annotation.ElementType.$&')}})`
const stub = ({ name, from }: { name: string; from: string }, where: string, body = ''): [string, string] => [
  `${from.replaceAll('.', '/')}/${name}.java`,
  `package ${from};\n${targets(where)}\npublic @interface ${name} {${body}}\n`,
]
const STUBS = [
  stub(KEY_ANNOTATIONS.jackson!, 'ANNOTATION_TYPE, FIELD, METHOD, PARAMETER', ' String value() default ""; '),
  stub(KEY_ANNOTATIONS.gson!, 'FIELD, METHOD', ' String value(); '),
  stub(LOMBOK_DATA, 'TYPE'),
  stub(NULLABLE, 'TYPE_USE'),
]

const SAMPLES = [
  NODES_SAMPLE,
  '{}',
  '{"a": {}, "b": [], "c": null, "d": [[{"x": 1}], [{"y": null}]], "e": [1, "a"]}',
  '{"class": 1, "Class": {"int": 1}, "getClass": 1, "hashCode": 1, "declaringClass": 1, "record": {"var": 1}, "yield": [{}]}',
  '{"string": {"a": "x"}, "list": [{"object": {"a": 1}}], "Integer": {"a": 1}, "data": {"nullable": {"a": 1}}, "jsonProperty": {"b": 1}}',
  '{"ıd": 1, "id": 2, "Id": 3, "ſa": 1, "sa": 2, "ßa": 1, "ss": 3, "ŉ": 1, "ǰ": 2, "İ": 3, "名": 4, "한": 5, "é": 6}',
  '{"\\u0000": 1, "\\ud800": 2, "\\u001a": 3, "\\u2028": 4, "\\\\u000a": 5, "\\"": 6, "*/": 7, "\\n}": 8}',
  '["\\u0000", "\\ud800", "\\u001a", "\\\\u000a", "\\"", "*/", "\\n", "a", "A", "名"]',
  '[{"n": "A", "d": "2026-01-01", "b": 1e400, "i": 9223372036854775808, "l": 3000000000, "x": -0.5}, {"n": "B", "x": 7, "l": 1}]',
  '{"value": 1, "key": 2, "VALUE": 3}',
  '[-2147483648, -9223372036854775808, -0]',
  JSON.stringify({ many: Object.fromEntries(Array.from({ length: 120 }, (_, n) => [`k${n}`, 2 ** 40 + n])) }),
  JSON.stringify([Object.fromEntries(Array.from({ length: 200 }, (_, n) => [`k${n}`, n + 0.5]))]),
  JSON.stringify(Array.from({ length: 1600 }, (_, n) => `constant ${n}`)),
  JSON.stringify({ ['名'.repeat(300)]: { ['名'.repeat(300)]: { a: 1 }, ['x'.repeat(300)]: { b: 1 } } }),
  'spring.datasource.url=jdbc\\:x\nspring.datasource=1\na[0].b=1\na[1].c=2\n名.x=1\n',
  'base: &b {x: 1, y: 2026-01-01}\none: {<<: *b, z: 1.5}\ntwo: *b\n',
]

const KEYS = [
  'a',
  'A',
  'a-b',
  'aB',
  'a_b',
  'A_B',
  'ab',
  'class',
  'List',
  'string',
  '2',
  '',
  '🙂',
  '名称',
  'items',
  'data',
  'value',
  'key',
  'Root',
  'x y',
  'xY',
]
const key = fc.oneof(
  fc.constantFrom(...KEYS),
  fc.string({ unit: 'grapheme', maxLength: 5 }),
  fc.string({ unit: 'binary', maxLength: 3 }),
)
const { tree } = fc.letrec((tie) => ({
  tree: fc.oneof({ depthSize: 'small', withCrossShrink: true }, tie('scalar'), tie('list'), tie('map')),
  list: fc.array(tie('tree'), { maxLength: 4 }),
  map: fc.dictionary(key, tie('tree'), { maxKeys: 6 }),
  scalar: fc.oneof(
    fc.constantFrom(null, true, 0, 1.5, 2 ** 31, 2 ** 60, 1e300, 1e-320, '', 'a', '2026-07-01', '2026-07-01T10:00Z'),
    fc.string({ unit: 'binary', maxLength: 6 }),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
  ),
}))
const generated = fc.sample(tree, { seed: 31, numRuns: 300 }).map((value) => JSON.stringify(value))

const COMBINATIONS: JavaOptions[] = []
for (const output of ['record', 'pojo', 'enum'] as const)
  for (const version of JAVA_VERSIONS)
    for (const library of LIBRARIES)
      for (const nullables of NULLABLES)
        for (const dates of DATES)
          for (const hasLombok of output === 'pojo' ? [false, true] : [false])
            COMBINATIONS.push({ ...DEFAULT_OPTIONS, output, version, library, nullables, dates, hasLombok })

test.skipIf(!hasJavac && mayGoWithout)('what is written compiles (skipped where there is no javac)', () => {
  const folder = mkdtempSync(join(tmpdir(), 'java-'))
  const put = (path: string, text: string): string => {
    const file = join(folder, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
    return file
  }
  try {
    const stubs = STUBS.map(([path, text]) => put(`stubs/${path}`, text))
    const files = { 8: [...stubs], 17: [...stubs] }
    const write = (text: string, options: JavaOptions, id: string) => {
      const made = makeJava(text, { ...options, packageName: `p${id}` }, 'en-US')
      if ('issue' in made) return
      files[options.version].push(put(`p${id}/${made.fileName}`, made.text))
    }
    // The first one with every choice. The others share the choices: five of them see each.
    for (const [n, sample] of SAMPLES.entries())
      for (const [c, options] of COMBINATIONS.entries())
        if (n === 0 || process.env['LONG_TESTS'] || (c + n) % 5 === 0) write(sample, options, `s${n}_${c}`)
    for (const [n, text] of generated.entries()) {
      for (const output of JAVA_OUTPUTS) {
        const fitting = COMBINATIONS.filter((options) => options.output === output)
        if (fitting.length > 0) write(text, fitting[n % fitting.length]!, `g${n}${output}`)
      }
    }
    expect(files[17].length).toBeGreaterThan(300)
    expect(files[8].length).toBeGreaterThan(200)
    for (const version of JAVA_VERSIONS) {
      const list = put(`files${version}`, files[version].map((file) => `"${file}"`).join('\n'))
      const out = join(folder, `out${version}`)
      const { status, stderr } = spawnSync(
        'javac',
        [...SHORT_RUN, '-encoding', 'UTF-8', '--release', version, '-nowarn', '-proc:none', '-d', out, `@${list}`],
        // In a plain C locale javac writes no class file with a Chinese name.
        { encoding: 'utf8', env: { ...process.env, LC_ALL: 'C.UTF-8' } },
      )
      expect(status === 0 ? '' : stderr.slice(0, 4000), `Java ${version}`).toBe('')
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
