import { expect, test } from 'vitest'
import { uiSettings } from '../../../components/kept-settings/ui-settings.ts'
import { newConfigs } from './new-configs.ts'

test('a new config begins with what its person set for the client', () => {
  const usual = newConfigs()
  const own = { mixedPort: 7001, controllerPort: 9001, probeUrl: 'https://probe.example.com/$1', tolerance: 90, urlTestInterval: '1h' } // oxfmt-ignore
  uiSettings.set({ clients: { mihomo: own, singbox: own } })
  const { mihomo, singbox } = newConfigs()
  for (const line of [
    'mixed-port: 7001',
    'external-controller: 127.0.0.1:9001',
    'url: https://probe.example.com/$1',
    'interval: 3600',
    'tolerance: 90',
  ])
    // oxfmt-ignore
    expect(mihomo).toContain(line)
  expect(singbox).toContain('"listen_port": 7001')
  expect(singbox).toContain('"external_controller": "127.0.0.1:9001"')
  uiSettings.set({})
  expect(newConfigs()).toEqual(usual)
  expect(usual.mihomo).toContain('mixed-port: 7890')
})
