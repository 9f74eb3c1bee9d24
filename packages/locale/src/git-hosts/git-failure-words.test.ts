import { LANGS } from '@switchyard/convert/languages'
import { GIT_FAILURES } from '@switchyard/git-hosts'
import { describe, expect, test } from 'vitest'
import { gitFailureMessage, loadGitFailureWords } from './git-failure-words.ts'

describe.each(LANGS)('failures of Git hosts in %s', (lang) => {
  test('each says what to do, and names no value that it has not', async () => {
    const words = await loadGitFailureWords(lang)
    const said = GIT_FAILURES.map((code) => gitFailureMessage({ code }, words, lang, { host: 'GitHub' }))
    expect(new Set(said).size).toBe(GIT_FAILURES.length)
    for (const sentence of said) {
      expect(sentence).not.toMatch(/[{}]|undefined/)
      // What is the matter, then the next step.
      expect(sentence).toMatch(/[:：.。]/)
    }
  })

  test('the time, scopes and files stand in it', async () => {
    const words = await loadGitFailureWords(lang)
    const message = (failure: Parameters<typeof gitFailureMessage>[0]) =>
      gitFailureMessage(failure, words, lang, { host: 'Gitee', time: '12:30' })
    expect(message({ code: 'rate-limited', until: 1 })).toContain('12:30')
    expect(message({ code: 'scope-missing', scopes: ['api'] })).toContain('api')
    expect(message({ code: 'conflict', changed: [{ path: 'a\n.txt' }, { path: 'b' }] })).toContain('b')
    expect(message({ code: 'host-unreachable', mayBeWritten: true })).not.toBe(message({ code: 'host-unreachable' }))
  })
})
