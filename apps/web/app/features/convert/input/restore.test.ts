import { textOf, withText } from '@switchyard/recipe/model'
import { type OldLink, readOldLink } from '@switchyard/recipe/old-link'
import { afterEach, expect, test, vi } from 'vitest'
import { fakeDesk } from '../../../components/engine/fake-desk.ts'
import { EMPTY_MODEL, type Model } from '../session/model.ts'
import { fetchTemplate } from '../../../components/config-form/template-library.ts'
import { restoreLink, restoreTemplate } from './restore.ts'

vi.mock('../../../components/config-form/template-library.ts', async (original) => ({
  ...(await original()),
  fetchTemplate: vi.fn(),
}))

afterEach(() => vi.mocked(fetchTemplate).mockReset())

const TEMPLATE = 'https://raw.example/ACL4SSR.ini'
const LINE = `https://conv.example/sub?target=singbox&url=${encodeURIComponent('https://a.example/x|trojan://pw@b.example:443#B')}&config=${encodeURIComponent(TEMPLATE)}`

function work(text: string) {
  let model: Model = withText(EMPTY_MODEL, text)
  return {
    get model() {
      return model
    },
    change: (next: (model: Model) => Model) => void (model = next(model)),
    desk: fakeDesk<Model>({ settings: { checkTemplate: () => ({ kind: 'ini' }) } }),
    templates: { add: (template: object) => ({ ...template, id: 't1' }) },
  }
}
type Session = Parameters<typeof restoreTemplate>[0]

test('what stands in the address of a converter takes the place of its line', () => {
  const session = work(`first\n${LINE}\nlast`)
  const link = readOldLink(LINE) as OldLink
  const ids = restoreLink(session, link, { line: 2, text: LINE, url: LINE })
  expect(textOf(session.model)).toBe('first\nlast')
  expect(session.model.output).toBe('singbox')
  const added = session.model.sources.filter(({ id }) => ids.includes(id))
  expect(added).toMatchObject([{ url: 'https://a.example/x', text: '' }])
  expect(session.model.sources.at(-1)).toMatchObject({ kind: 'file', text: 'trojan://pw@b.example:443#B' })
})

test('its template is fetched and chosen', async () => {
  vi.mocked(fetchTemplate).mockResolvedValue({ text: '[custom]' })
  const session = work('')
  expect(await restoreTemplate(session as unknown as Session, TEMPLATE)).toBeUndefined()
  expect(fetchTemplate).toHaveBeenCalledWith(TEMPLATE)
  expect(session.model.common.template).toEqual({ id: 't1', name: 'ACL4SSR.ini', text: '[custom]' })
})

test('a template that does not come leaves the one that is chosen', async () => {
  vi.mocked(fetchTemplate).mockResolvedValue({ error: 'refused' })
  const session = work('')
  expect(await restoreTemplate(session as unknown as Session, TEMPLATE)).toBe('refused')
  expect(session.model).toEqual(withText(EMPTY_MODEL, ''))
})
