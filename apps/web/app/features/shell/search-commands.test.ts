import { expect, test } from 'vitest'
import { searchCommands } from './search-commands.ts'

const commands = [
  { name: 'home', texts: ['首页', 'Home', 'sy shouye'] },
  { name: 'convert', texts: ['节点转换', 'Convert', 'jdzh jiedian zhuanhuan clash mihomo'] },
  { name: 'settings', texts: ['设置', 'Settings', 'sz shezhi'] },
  { name: 'logs', texts: ['请求日志', 'Request log', 'qqrz rizhi'] },
]

test.each([
  ['节点', ['convert']],
  ['conv', ['convert']],
  ['jdzh', ['convert']],
  ['cnv', ['convert']],
  ['ＭＩＨＯＭＯ', ['convert']],
  ['设', ['settings']],
  ['log', ['logs']],
  ['rz', ['logs']],
  ['req log', ['logs']],
  ['nothing like it', []],
  ['', ['home', 'convert', 'settings', 'logs']],
])('%s finds %j', (query, names) => {
  expect(searchCommands(commands, query).map(({ name }) => name)).toEqual(names)
})
