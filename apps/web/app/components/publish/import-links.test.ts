import { expect, test } from 'vitest'
import { importLinks, linksFor } from './import-links.ts'

const URL_ = 'https://yard.example/sub/AbC?target=mihomo'

test('each program is handed the whole address and the name, encoded once', () => {
  expect(Object.fromEntries(importLinks(URL_, '家 & 路由').map(({ app, href }) => [app, href]))).toEqual({
    'Clash Verge':
      'clash-verge://install-config?name=%E5%AE%B6%20%26%20%E8%B7%AF%E7%94%B1&url=https%3A%2F%2Fyard.example%2Fsub%2FAbC%3Ftarget%3Dmihomo',
    'Clash Party / Sparkle':
      'mihomo://install-config?name=%E5%AE%B6%20%26%20%E8%B7%AF%E7%94%B1&url=https%3A%2F%2Fyard.example%2Fsub%2FAbC%3Ftarget%3Dmihomo',
    'Clash / Stash':
      'clash://install-config?name=%E5%AE%B6%20%26%20%E8%B7%AF%E7%94%B1&url=https%3A%2F%2Fyard.example%2Fsub%2FAbC%3Ftarget%3Dmihomo',
    'sing-box':
      'sing-box://import-remote-profile?url=https%3A%2F%2Fyard.example%2Fsub%2FAbC%3Ftarget%3Dmihomo#%E5%AE%B6%20%26%20%E8%B7%AF%E7%94%B1',
    Hiddify: 'hiddify://import/https://yard.example/sub/AbC?target=mihomo#%E5%AE%B6%20%26%20%E8%B7%AF%E7%94%B1',
    Karing:
      'karing://install-config?name=%E5%AE%B6%20%26%20%E8%B7%AF%E7%94%B1&url=https%3A%2F%2Fyard.example%2Fsub%2FAbC%3Ftarget%3Dmihomo',
  })
})

test.each([
  ['mihomo', 'Clash Verge, Clash Party / Sparkle, Clash / Stash, Karing', 'sing-box, Hiddify'],
  ['clash', 'Clash / Stash, Karing', 'Clash Verge, Clash Party / Sparkle, sing-box, Hiddify'],
  ['singbox', 'sing-box, Karing', 'Clash Verge, Clash Party / Sparkle, Clash / Stash, Hiddify'],
  ['xray', 'Karing', 'Clash Verge, Clash Party / Sparkle, Clash / Stash, sing-box, Hiddify'],
])('of an output for %s, %s get it as it is; %s get their own format', (client, same, own) => {
  const found = linksFor(client, importLinks(URL_, 'home'))
  const names = (links: typeof found.same) => links.map(({ app }) => app).join(', ')
  expect([names(found.same), names(found.own)]).toEqual([same, own])
})
