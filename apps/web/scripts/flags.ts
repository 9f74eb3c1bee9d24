// Writes the flags of the node grid, a chunk that loads after it. They are never asked of the server one by one: it
// would learn where the nodes of a person stand.
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

/** Where nodes usually stand; the others show their code alone. */
const FLAGS = `
  ad ae al am ar at au az ba bd be bg bh bn bo br by ca ch ci cl cn co cr cy cz de dk do dz ec ee eg es fi fr gb ge gh
  gi gr gt hk hr hu id ie il im in iq ir is it jo jp ke kg kh kr kw kz la lb li lk lt lu lv ly ma mc md me mg mk mm mn
  mo mt mx my ng ni nl no np nz om pa pe ph pk pl pr ps pt py qa ro rs ru sa sc se sg si sk sn sy th tn tr tw tz ua ug
  us uy uz ve vn za zw
`

interface Collection {
  icons: Record<string, { body: string }>
  aliases?: Record<string, { parent: string }>
}

const require = createRequire(import.meta.url)
const { icons, aliases } = JSON.parse(
  readFileSync(require.resolve('@iconify-json/circle-flags/icons.json'), 'utf8'),
) as Collection

const lines = FLAGS.trim()
  .split(/\s+/)
  .map((code) => {
    const body = (icons[code] ?? icons[aliases?.[code]?.parent ?? ''])?.body
    if (!body) throw new Error(`circle-flags has no flag ${code}`)
    // The circle is cut by the page, so the mask goes; so does what would need escaping.
    const drawn = body.replace(/^<mask.*?<\/mask>/, '').replace(/ mask="[^"]*"/, '')
    return `  ${code.toUpperCase()}: "${drawn.replaceAll('"', "'")}",`
  })

const file = fileURLToPath(new URL('../app/components/node-grid/rows/flags.ts', import.meta.url))
writeFileSync(
  file,
  [
    '// Written by scripts/flags.ts: add a code there and run it. Flags: circle-flags, MIT licence.',
    '',
    '/** What is inside the `<svg viewBox="0 0 512 512">` of a flag. */',
    'export const FLAGS: Readonly<Record<string, string>> = {',
    ...lines,
    '}',
    '',
  ].join('\n'),
)
