// Reserved names and documentation addresses: nobody is reached by these.
const LINKS = [
  'vless://9f2a6f5e-3a1c-4f0e-9a54-5c7c6d1b2e10@hk1.example.com:443?encryption=none&security=reality&sni=www.example.org&fp=chrome&pbk=SbVKOEMjK0sIlbwg4akyBg5mL5KZwwB-ed4eEE7YnRc&sid=6ba85179e30d4fc2&flow=xtls-rprx-vision#香港 01',
  'trojan://correct-horse@jp1.example.com:443?sni=jp1.example.com#日本 东京 01',
  'ss://YWVzLTI1Ni1nY206YmF0dGVyeS1zdGFwbGU@sg1.example.com:8388#新加坡 01',
  `vmess://eyJ2IjoiMiIsInBzIjoi576O5Zu9IExBIDAyIiwiYWRkIjoidXMyLmV4YW1wbGUuY29tIiwicG9ydCI6IjQ0MyIsImlkIjoiOWYyYTZmNWUtM2ExYy00ZjBlLTlhNTQtNWM3YzZkMWIyZTEwIiwiYWlkIjoiMCIsIm5ldCI6IndzIiwicGF0aCI6Ii93cyIsImhvc3QiOiJ1czIuZXhhbXBsZS5jb20iLCJ0bHMiOiJ0bHMifQ==`,
  'hysteria2://staple@tw1.example.com:8443?sni=tw1.example.com&insecure=1#台湾 01',
  'tuic://9f2a6f5e-3a1c-4f0e-9a54-5c7c6d1b2e10:horse@us1.example.com:8443?congestion_control=bbr&alpn=h3&sni=us1.example.com#美国 01',
  'trojan://correct-horse@jp1.example.com:443?sni=jp1.example.com#日本 东京 01',
  '这一行不是节点',
]

/** A few nodes that do not exist, with a duplicate and a line that cannot be read. */
export const SAMPLE = `${LINKS.join('\n')}\n`
