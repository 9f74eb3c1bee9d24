import { expect, test } from 'vitest'
import type { Lang } from '@switchyard/convert/languages'
import { withWords } from './with-words.ts'

test('a call waits for the words of the language that it names, and for no others', async () => {
  const asked: Lang[] = []
  const done: string[] = []
  let arrive = () => {}
  const load = (lang: Lang) => {
    asked.push(lang)
    return new Promise<void>((resolve) => (arrive = resolve))
  }
  const task = withWords(
    { say: (word: string, _lang: Lang) => done.push(word), keep: (word: string) => done.push(word) },
    load,
  )
  const answers = [task.keep('a'), task.say('b', 'en-US'), task.keep('c')]
  await answers[0]
  expect([asked, done]).toEqual([['en-US'], ['a']])
  arrive()
  await Promise.all(answers)
  expect(done).toEqual(['a', 'b', 'c'])
})

test('a request names its language in `lang`; a text that reads like a language takes nothing away', async () => {
  const asked: Lang[] = []
  const load = async (lang: Lang) => void asked.push(lang)
  const { rows } = withWords({ rows: (_text: string, { lang }: { lang: Lang }) => lang }, load)
  expect(await rows('zh-CN', { lang: 'en-US' })).toBe('en-US')
  expect(asked).toEqual(['zh-CN', 'en-US'])
})
