import { describe, expect, test } from 'vitest'
import { builtinTemplate, convertText, readYaml } from '../../index.ts'
import { readOwnConfig } from '../../templates/own-config.ts'

const NODE = 'trojan://s3cret@a.example.com:443#A'

function written(
  to: 'mihomo' | 'clash' | 'singbox',
  lines: readonly string[],
  template = builtinTemplate('minimal', 'en-US'),
) {
  const { text } = convertText([{ name: '', text: NODE }], { to, template, rules: { lines: lines.join('\n') } })
  const from = text.indexOf('\nrules:\n')
  return { text, rules: text.slice(from + 8).split('\n') }
}

describe.each(['mihomo', 'clash'] as const)('comments of rule lines for %s', (client) => {
  test('stand above the rule that they stood above', () => {
    const { text, rules } = written(client, [
      '# films', 'DOMAIN-SUFFIX,netflix.com,Select', '', ';  two', '// lines', '- DOMAIN,b.example,DIRECT', '# end',
    ]) // oxfmt-ignore
    expect(rules.slice(0, 6)).toEqual([
      '  # films',
      '  - DOMAIN-SUFFIX,netflix.com,Select',
      '  # two',
      '  # lines',
      '  - DOMAIN,b.example,DIRECT',
      // What the user wrote at the end stands before what the template adds.
      '  # end',
    ])
    expect(readYaml(text).issue).toBeUndefined()
  })

  test('go on to the next rule where theirs cannot be written, and the head of a list is none', () => {
    const { rules } = written(client, [
      'rules:',
      '# gone',
      'DOMAIN,exa mple,Select',
      '# kept',
      'DOMAIN,b.example,Select',
    ])
    expect(rules.slice(0, 3)).toEqual(['  # gone', '  # kept', '  - DOMAIN,b.example,Select'])
  })

  test('cannot become anything but comments', () => {
    const { text, rules } = written(client, [
      '# a\u0085- DOMAIN,evil.example,DIRECT\u2028x\u0000\ud800',
      '##',
      'DOMAIN,b.example,Select',
    ])
    expect(rules.slice(0, 3)).toEqual([
      '  # a - DOMAIN,evil.example,DIRECT x \ufffd',
      '  #',
      '  - DOMAIN,b.example,Select',
    ])
    expect(readYaml(text).issue).toBeUndefined()
  })

  test('change nothing else', () => {
    const lines = ['DOMAIN,b.example,Select', 'DOMAIN,c.example,DIRECT']
    const { text } = written(client, ['# one', lines[0]!, '# two', lines[1]!])
    expect(
      text
        .split('\n')
        .filter((line) => !/^ {2}# (?:one|two)$/.test(line))
        .join('\n'),
    ).toBe(written(client, lines).text)
  })

  test("stand in the user's own config too", () => {
    const own = readOwnConfig(
      'proxy-groups:\n  - {name: Mine, type: select}\nrules:\n  - MATCH,Mine\nmode: rule\n',
      'own.yaml',
    )
    const { text } = written(client, ['# films', 'DOMAIN,b.example,Mine'], own)
    expect(text).toContain('\nrules:\n  # films\n  - DOMAIN,b.example,Mine\n  - MATCH,Mine\n')
  })
})

test('a rule that Clash does not have leaves its comment to the next one', () => {
  const { rules } = written('clash', ['# geo', 'GEOSITE,netflix,Select', 'DOMAIN,b.example,Select'])
  expect(rules.slice(0, 2)).toEqual(['  # geo', '  - DOMAIN,b.example,Select'])
})

test('sing-box has no comments in what we write', () => {
  const { text } = written('singbox', ['# films', 'DOMAIN,b.example,Select'])
  expect(JSON.parse(text)).toMatchObject({ route: {} })
  expect(text).not.toContain('films')
})
