import { expect, test } from 'vitest'
import { addAddresses } from './add-addresses.ts'
import { textOf, withText } from '@switchyard/recipe/model'
import { EMPTY_MODEL, type Model } from '../session/model.ts'

const A = 'https://a.example/sub'
const B = 'https://b.example/sub'
const addresses = [
  { line: 1, text: A, url: A },
  { line: 2, text: B, url: B },
]

function boxWith(text: string) {
  let model = withText(EMPTY_MODEL, text)
  return {
    get model() {
      return model
    },
    change: (next: (now: Model) => Model) => void (model = next(model)),
  }
}

const urlsOf = ({ sources }: Model) => sources.flatMap(({ url }) => url ?? [])

test('addresses of the text become sources and leave it', () => {
  const box = boxWith(`${A}\n${B}\nvless://x`)
  expect(addAddresses(box, addresses)).toHaveLength(2)
  expect([textOf(box.model), urlsOf(box.model)]).toEqual(['vless://x', [A, B]])
})

test('lines that were put before the addresses stay when those become sources', () => {
  const box = boxWith(`vless://new\nvless://x\n${A}\n${B}`)
  expect(addAddresses(box, addresses)).toHaveLength(2)
  expect([textOf(box.model), urlsOf(box.model)]).toEqual(['vless://new\nvless://x', [A, B]])
})

test('an address that was taken out of the text since becomes no source', () => {
  const box = boxWith(`vless://new\n${B}`)
  expect(addAddresses(box, addresses)).toHaveLength(1)
  expect([textOf(box.model), urlsOf(box.model)]).toEqual(['vless://new', [B]])
})

test('a link that holds an address becomes the source of that address', () => {
  const text = `clash://install-config?url=${encodeURIComponent(A)}`
  const box = boxWith(`${text}\nvless://x`)
  expect(addAddresses(box, [{ line: 1, text, url: A }])).toHaveLength(1)
  expect([textOf(box.model), urlsOf(box.model)]).toEqual(['vless://x', [A]])
})
