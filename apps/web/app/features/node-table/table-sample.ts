import { SAMPLE_UUID, type SampleName, sampleText } from '../../components/node-list/sample.ts'

/** The same list a month later: one node is gone, one is new, one has moved, one has another port. */
function laterText(nameOf: SampleName): string {
  const links = [
    `trojan://correct-horse@jp1.example.com:8443?sni=jp1.example.com#${nameOf('JP')}`,
    `ss://YWVzLTI1Ni1nY206YmF0dGVyeS1zdGFwbGU@sg2.example.com:8388#${nameOf('SG')}`,
    `hysteria2://staple@tw1.example.com:8443?sni=tw1.example.com&insecure=1#${nameOf('TW')}`,
    `tuic://${SAMPLE_UUID}:horse@us1.example.com:8443?congestion_control=bbr&alpn=h3&sni=us1.example.com#${nameOf('US')}`,
    `trojan://staple@kr1.example.com:443?sni=kr1.example.com#${nameOf('KR')}`,
  ]
  return `${links.join('\n')}\n`
}

/** Two lists that lead nowhere: what there is to clean, and what there is to compare. */
export const tableSamples = (nameOf: SampleName): readonly string[] => [sampleText(nameOf), laterText(nameOf)]
