import { parseEntries } from '@switchyard/convert'
import { expect, test } from 'vitest'
import english from '../../messages/node-grid/en-US.json' with { type: 'json' }
import chinese from '../../messages/node-grid/zh-CN.json' with { type: 'json' }
import { tableSamples } from './table-sample.ts'

test.each([
  ['English', english.nodeList.sampleName],
  ['Chinese', chinese.nodeList.sampleName],
])('the lists of the sample have %s names', (_, { noNode, ...names }) => {
  const { HK, JP, SG, LA, TW, US, KR } = names
  const said = tableSamples((one) => ({ ...names, noNode })[one]).map((text) => {
    const found: (string | undefined)[] = []
    parseEntries(text, {}, ({ node }) => found.push(node?.name))
    return found
  })
  expect(said).toEqual([
    [HK, JP, SG, LA, TW, US, JP, undefined],
    [JP, SG, TW, US, KR],
  ])
})
