/** A subscription of two nodes that lead nowhere, in base64. */
export const PACKED_SAMPLE = btoa(
  [
    'trojan://example-password@hk.example.com:443?sni=hk.example.com#Hong%20Kong%2001',
    'ss://YWVzLTI1Ni1nY206ZXhhbXBsZQ@jp.example.com:8388#Tokyo%2002',
  ].join('\n'),
)
