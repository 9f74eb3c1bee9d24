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

  test('stand above the rule that they stood behind in a YAML list', () => {
    const { rules } = written(client, [
      '# films', '- DOMAIN-SUFFIX,netflix.com,Select # all of it', '- "DOMAIN,b.example,DIRECT"  # two', "- 'DOMAIN,c.example,DIRECT'", '- DOMAIN,d#d.example,DIRECT',
    ]) // oxfmt-ignore
    expect(rules.slice(0, 6)).toEqual([
      '  # films',
      '  # all of it',
      '  - DOMAIN-SUFFIX,netflix.com,Select',
      '  # two',
      '  - DOMAIN,b.example,DIRECT',
      '  - DOMAIN,c.example,DIRECT',
    ])
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

  test("of the user's own config stay with its rules", () => {
    const list = 'rule-providers:\n  ads: {type: http, behavior: domain, url: "https://a.example/ads.txt"}\n'
    const own = readOwnConfig(
      `${list}proxy-groups:\n  - {name: Mine, type: select}\n# of the list\nrules: # all\n\n# films\n- DOMAIN,b.example,Mine # one\n- RULE-SET,ads,REJECT   # no ads\n  # the rest\n- MATCH,Mine\n# behind\nmode: rule # not this\n`,
      'own.yaml',
    )
    const { text } = written(client, ['# mine', 'DOMAIN,a.example,Mine'], own)
    // Classic Clash takes no lists.
    const lists = client === 'clash' ? '' : '  - RULE-SET,ads,REJECT\n'
    expect(text).toContain(
      `\nrules:\n  # mine\n  - DOMAIN,a.example,Mine\n  # films\n  # one\n  - DOMAIN,b.example,Mine\n  # no ads\n${lists}  # the rest\n  - MATCH,Mine\n`,
    )
    expect(text).not.toMatch(/of the list|behind|not this/)
  })

  test.each([
    ['a list on one line', 'rules: [\n# a\n"DOMAIN,b.example,Mine", # b\n"MATCH,Mine"]\n'],
    ['a rule on several lines', 'rules:\n# a\n- >-\n  DOMAIN,b.example,Mine\n- MATCH,Mine\n# - c\n'],
    [
      'text that only looks like rules',
      'x: |\n  rules:\n  # a\n  - b\nrules:\n- DOMAIN,b.example,Mine\n- MATCH,Mine\n',
    ],
  ])('of %s are never those of another rule', (_, rules) => {
    const own = readOwnConfig(`proxy-groups:\n  - {name: Mine, type: select}\n${rules}`, 'own.yaml')
    const { text } = written(client, [], own)
    expect(text).toContain('- DOMAIN,b.example,Mine\n')
    expect(text).toContain('  - DOMAIN,b.example,Mine\n  - MATCH,Mine\n')
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
