const NODE = 'type: trojan, server: node.example.com, port: 443, password: sample'

/** A made-up config whose two providers have nodes of the same names. */
export const PREFIX_SAMPLE = `proxies:
  - {name: JP 3倍, ${NODE}}
proxy-providers:
  red:
    type: inline
    payload:
      - {name: HK 2倍, ${NODE}}
      - {name: US 1倍, ${NODE}}
  blue:
    type: inline
    payload:
      - {name: HK 2倍, ${NODE}}
proxy-groups:
  - {name: Select, type: select, proxies: [JP 3倍, DIRECT], use: [red, blue]}
rules:
  - MATCH,Select
`
