import { expect, test } from 'vitest'
import { passwordStrength } from './password-strength.ts'

test.each([
  ['', 'short'],
  ['123456789', 'short'],
  ['密码密码密码密码密', 'short'],
  ['aaaaaaaaaa', 'weak'],
  ['1212121212121212', 'weak'],
  ['abcdefghij', 'fair'],
  ['abcdefghi1', 'fair'],
  ['abcdefgh1!', 'good'],
  ['correct horse battery', 'good'],
] as const)('the password %j is %s', (password, strength) => expect(passwordStrength(password)).toBe(strength))
