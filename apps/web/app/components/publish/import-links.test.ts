import { expect, test } from 'vitest'
import { importLinks } from './import-links.ts'

const URL_ = 'https://yard.example/sub/AbC?target=mihomo'

test('each program is handed the whole address and the name, encoded once', () => {
  expect(Object.fromEntries(importLinks(URL_, '家 & 路由').map(({ app, href }) => [app, href]))).toEqual({
    'Clash Verge':
      'clash-verge://install-config?name=%E5%AE%B6%20%26%20%E8%B7%AF%E7%94%B1&url=https%3A%2F%2Fyard.example%2Fsub%2FAbC%3Ftarget%3Dmihomo',
    'Mihomo Party / Sparkle':
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
