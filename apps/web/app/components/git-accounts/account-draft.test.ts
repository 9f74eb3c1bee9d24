import { expect, test } from 'vitest'
import { type BaseMistake, baseMeant, hostFacts, mistakesIn } from './account-draft.ts'
import type { GitAccount } from './git-account.ts'

const [github, gitlab, gitea] = ['github', 'gitlab', 'gitea'].map((id) => hostFacts(id)!) as [Host, Host, Host]
type Host = NonNullable<ReturnType<typeof hostFacts>>

test.each([
  [github, 'https://api.github.com', 'https://api.github.com'],
  [github, ' https://api.github.com/ ', 'https://api.github.com'],
  [github, 'https://git.example', 'https://git.example/api/v3'],
  [gitlab, 'https://git.example/lab/', 'https://git.example/lab/api/v4'],
  [gitea, 'https://git.example/api/v1/', 'https://git.example/api/v1'],
  [gitea, 'https://git.example:3000', 'https://git.example:3000/api/v1'],
  [gitlab, 'git.example', undefined],
])('%# of %s a person means %s', (facts, typed, base) => {
  expect(baseMeant(facts, typed)).toBe(base)
})

test.each<[Host, string, BaseMistake | undefined]>([
  [github, '', 'empty'],
  [github, 'http://git.example/api/v3', 'not-https'],
  [gitlab, 'https://git.example/api/v3', 'other-host'],
  [github, 'https://me:secret@git.example/api/v3', 'not-plain'],
  [github, 'https://git.example/api/v3?a=b', 'not-plain'],
  [github, 'https://gitlab.com/api/v4', 'other-host'],
  [github, 'https://git.example', undefined],
])('%# what is wrong with the base %s', (facts, base, mistake) => {
  expect(mistakesIn(facts, { name: 'a', base, token: 't' }, []).base).toBe(mistake)
})

test('a new account needs a token, and a changed base a new one', () => {
  const own: GitAccount = { id: '1', host: 'github', base: 'https://api.github.com', name: 'mine', tokenIsKept: true, isRelayed: false } // oxfmt-ignore
  const draft = { name: 'mine', base: own.base, token: '' }
  expect(mistakesIn(github, draft, [])).toEqual({ token: 'empty' })
  expect(mistakesIn(github, draft, [own], own)).toEqual({})
  expect(mistakesIn(github, { ...draft, base: 'https://git.example/api/v3' }, [own], own)).toEqual({ token: 'empty' })
  expect(mistakesIn(github, { ...draft, token: 'ghp_中' }, [own], own)).toEqual({ token: 'letters' })
  expect(mistakesIn(github, { ...draft, token: 't' }, [own])).toEqual({ name: 'taken' })
  expect(mistakesIn(github, { ...draft, name: ' ', token: 't' }, [own])).toEqual({ name: 'empty' })
})
