import { expect, test } from 'vitest'
import { configForm } from './config-form.ts'

const TEXT = `mixed-port: 7890
proxies:
  - {name: Tokyo, type: ss, server: jp.example.com, port: 443, cipher: aes-128-gcm, password: p}
proxy-groups:
  - {name: Select, type: select, proxies: [Tokyo, DIRECT]}
rules:
  - MATCH,Select
`
const CLIENT = { client: 'mihomo' } as const

test('a view has its section, what is open, the names, and how many issues stand where', () => {
  const issues = [
    { path: '/proxy-groups/0/proxies/0', severity: 'error' },
    { path: '/proxies/0', severity: 'warning' },
  ]
  const wish = { section: 'groups', open: ['proxy-groups', 0], group: 'Select', issues } as const
  const view = configForm.formView(TEXT, CLIENT, wish, 'en-US')!
  expect(view.unread).toBeUndefined()
  expect(view.sections.filter(({ errors, warnings }) => errors + warnings > 0)).toEqual([
    { id: 'nodes', count: 1, errors: 0, warnings: 1 },
    { id: 'groups', count: 1, errors: 1, warnings: 0 },
  ])
  expect(view.section.lists[0]!.items[0]).toMatchObject({ name: 'Select', members: 2, line: 5 })
  expect(view.fields!.fields.map(({ key }) => key)).toEqual(['name', 'type', 'proxies'])
  expect(view.members).toEqual({ members: ['Tokyo', 'DIRECT'], unread: [] })
  expect(view.names).toMatchObject({ node: ['Tokyo'], group: ['Select'] })
})

test('a text that cannot be read says where in the language of the page', () => {
  const view = (lang: 'zh-CN' | 'en-US') =>
    configForm.formView('a: [1\n', CLIENT, { section: 'general', issues: [] }, lang)!
  expect(view('en-US')).toMatchObject({ unread: { line: 1, message: expect.stringMatching(/\w/) }, sections: [] })
  expect(view('zh-CN').unread!.message).toMatch(/\p{Script=Han}/u)
})

test('Xray has no form', () => {
  expect(configForm.formView('{}', { client: 'xray' }, { section: 'general', issues: [] }, 'en-US')).toBeUndefined()
})

test('an edit gives the text after it, or why it was not made', async () => {
  const edit = (change: Parameters<typeof configForm.formEdit>[2]) => configForm.formEdit(TEXT, CLIENT, change, 'en-US')
  expect(await edit({ kind: 'set', path: ['mixed-port'], value: 7891 })).toEqual({ text: TEXT.replace('7890', '7891'), notes: [] }) // oxfmt-ignore
  const refused = await edit({ kind: 'rename', of: 'group', from: 'Select', to: 'Tokyo' })
  expect(refused).toEqual({ refused: [expect.stringContaining('Tokyo')] })
})
