import type { NameOf } from './sample-yard.ts'

/** Six lines to try the yard with: four nodes that do not exist, a duplicate, and one that cannot be read. */
export function sampleText(nameOf: NameOf): string {
  // Reserved names and documentation addresses: nobody is reached by these.
  const links = [
    `vless://9f2a6f5e-3a1c-4f0e-9a54-5c7c6d1b2e10@hk1.example.com:443?encryption=none&security=reality&sni=www.example.org&fp=chrome&pbk=SbVKOEMjK0sIlbwg4akyBg5mL5KZwwB-ed4eEE7YnRc&sid=6ba85179e30d4fc2&flow=xtls-rprx-vision#${nameOf('HK')}`,
    `trojan://correct-horse@jp1.example.com:443?sni=jp1.example.com#${nameOf('JP')}`,
    `ss://YWVzLTI1Ni1nY206YmF0dGVyeS1zdGFwbGU@sg1.example.com:8388#${nameOf('SG')}`,
    `hysteria2://staple@us1.example.com:8443?sni=us1.example.com#${nameOf('US')}`,
    `trojan://correct-horse@jp1.example.com:443?sni=jp1.example.com#${nameOf('JP')}`,
    'abc://what-is-this',
  ]
  return `${links.join('\n')}\n`
}
