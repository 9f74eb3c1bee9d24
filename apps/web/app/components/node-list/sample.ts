type Said = 'HK' | 'JP' | 'SG' | 'TW' | 'US' | 'LA' | 'KR' | 'noNode'

/** What a node of the sample is called in the language of the page: `nodeList.sampleName`. */
export type SampleName = (said: Said) => string

// Reserved names and documentation addresses: nobody is reached by these.
export const SAMPLE_UUID = '9f2a6f5e-3a1c-4f0e-9a54-5c7c6d1b2e10'

/** The link of VMess holds its name in base64. */
function vmess(name: string): string {
  const fields = { v: '2', ps: name, add: 'us2.example.com', port: '443', id: SAMPLE_UUID, aid: '0', net: 'ws', path: '/ws', host: 'us2.example.com', tls: 'tls' } // oxfmt-ignore
  return `vmess://${btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify(fields))))}`
}

/** A few nodes that do not exist, with a duplicate and a line that cannot be read. */
export function sampleText(nameOf: SampleName): string {
  const links = [
    `vless://${SAMPLE_UUID}@hk1.example.com:443?encryption=none&security=reality&sni=www.example.org&fp=chrome&pbk=SbVKOEMjK0sIlbwg4akyBg5mL5KZwwB-ed4eEE7YnRc&sid=6ba85179e30d4fc2&flow=xtls-rprx-vision#${nameOf('HK')}`,
    `trojan://correct-horse@jp1.example.com:443?sni=jp1.example.com#${nameOf('JP')}`,
    `ss://YWVzLTI1Ni1nY206YmF0dGVyeS1zdGFwbGU@sg1.example.com:8388#${nameOf('SG')}`,
    vmess(nameOf('LA')),
    `hysteria2://staple@tw1.example.com:8443?sni=tw1.example.com&insecure=1#${nameOf('TW')}`,
    `tuic://${SAMPLE_UUID}:horse@us1.example.com:8443?congestion_control=bbr&alpn=h3&sni=us1.example.com#${nameOf('US')}`,
    `trojan://correct-horse@jp1.example.com:443?sni=jp1.example.com#${nameOf('JP')}`,
    nameOf('noNode'),
  ]
  return `${links.join('\n')}\n`
}
