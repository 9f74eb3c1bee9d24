import { GIT_HOSTS, hostAtBase, isApiPath } from '@switchyard/git-hosts/facts'
import { describe, expect, test } from 'vitest'

test.each([
  ['https://api.github.com', 'github'],
  ['https://ghe.example/api/v3', 'github'],
  ['https://gitlab.com/api/v4', 'gitlab'],
  ['https://example.com/git/lab/api/v4', 'gitlab'],
  ['https://gitee.com/api/v5', 'gitee'],
  ['https://git.example:8443/api/v1', 'gitea'],
  ['http://git.example/api/v1', undefined],
  ['https://me:secret@git.example/api/v1', undefined],
  ['https://git.example/api/v1/', undefined],
  ['https://git.example/api/v1?a=b', undefined],
  ['https://git.example/x/../api/v1', undefined],
  ['https://GIT.example/api/v1', undefined],
  ['https://example.com', undefined],
  ['api.github.com', undefined],
])('%s is the base of %s', (base, id) => {
  expect(hostAtBase(base)?.id).toBe(id)
})

describe('what is of the API', () => {
  const BASE = 'https://git.example/api/v4'
  const gitlab = GIT_HOSTS.find(({ id }) => id === 'gitlab')!
  test.each([
    ['/projects/a%2Fb/repository/files/a%2Fb%23c%3Fd%252F?ref=x%2Fy', true],
    ['/projects?membership=true', true],
    ['/user', true],
    ['/users/1', false],
    ['/projects/../admin', false],
    ['/projects/%2e%2e/admin', false],
    ['/projects/.%2E/admin', false],
    ['/projects/a\\b', false],
    ['/projects/a b', false],
    ['/projects/中', false],
    ['/projects/a#b', false],
    ['//evil.example/projects/', false],
    ['@evil.example/projects/', false],
    ['', false],
  ])('%s: %s', (path, is) => {
    expect(isApiPath(BASE, gitlab, path)).toBe(is)
  })
})
