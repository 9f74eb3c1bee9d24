// Who may import whom: a table of rooms for each house, then what holds everywhere. A failure prints what stands here.
import { DOORS, FRONT_DOORS, sideDoors, wallsOf } from './scripts/house/walls.mjs'

const TESTS = '[.]test[.]tsx?$'
// What starts the real clients.
const PROOF = '^packages/convert/proof/'

const LANGUAGES = '@switchyard/convert/languages'
// What JSON is made of, and how much is taken: they know nothing of the product.
const PLAIN = ['@switchyard/convert/record', '@switchyard/convert/limits']

// What is true of clients and outputs: rules, templates and configs are planned for any client, and ask no more of one.
const FACTS = ['clients/facts.ts', 'outputs/facts.ts']
const ALL_FACTS = [...FACTS, 'clients/*/facts.ts']
const PROTOCOLS = ['protocols/index.ts', 'protocols/protocol.ts', 'protocols/*.ts', 'protocols/*.form.ts', 'protocols/shared'] // oxfmt-ignore
const FORMS = ['forms.ts', 'protocols/*.form.ts', 'protocols/shared/form.ts']
const FOR_CLIENTS = [...FACTS, ...PROTOCOLS, 'clients', 'clients/clash-rules', 'clients/clash-config', 'check/shared', 'explain/shared', 'inject/shared', 'compare/shared', 'config-form/shared', 'upgrade/shared', 'document', 'config', 'rules', 'templates', 'model', 'text'] // oxfmt-ignore

const CONVERT = {
  at: 'packages/convert/src',
  isPure: true,
  rooms: {
    text: { is: 'is base64, YAML, JSON, regexes and addresses of networks', takes: [] },
    document: { is: 'is a text with the place of everything in it, and edits of it', takes: ['text'] },
    model: { is: 'is what nodes and issues are', takes: ['text'] },
    link: { is: 'finds share links in a line and takes them apart', takes: ['model', 'text'] },
    'languages.ts': { is: 'is the one list of languages', takes: [] },
    'protocols/shared': {
      is: 'is what several protocols spell alike',
      takes: ['protocols/shared/form.ts', 'link', 'model', 'text'],
      types: ['protocols/protocol.ts'],
    },
    'protocols/shared/form.ts': { is: 'is what forms of nodes share', takes: FORMS, types: ['model', 'text'] },
    'protocols/*.form.ts': {
      is: 'is a form that a page loads without the engine',
      takes: FORMS,
      types: ['protocols/protocol.ts', 'protocols/shared', 'model', 'text'],
    },
    'protocols/*.ts': {
      is: 'is how the nodes of one protocol are spelled, and knows no other protocol',
      takes: ['protocols/protocol.ts', 'protocols/shared', 'protocols/shared/form.ts', 'link', 'model', 'text'],
    },
    'protocols/protocol.ts': {
      is: 'is the contract of a protocol',
      takes: ['protocols/shared', 'protocols/shared/form.ts', 'link', 'model', 'text'],
    },
    'protocols/index.ts': { is: 'is the list of protocols', takes: [...PROTOCOLS, 'link', 'model', 'text'] },
    'clients/*/facts.ts': {
      is: 'is what is true of one client, light enough for a page',
      takes: [...ALL_FACTS, 'model/setting-limits.ts', 'model/singbox-version.ts', 'model/xray-version.ts'],
      types: ['model'],
    },
    'clients/facts.ts': { is: 'is the list of what is true of clients', takes: ALL_FACTS, types: ['model'] },
    'outputs/facts.ts': { is: 'is what is true of all that is written', takes: ALL_FACTS, types: ['model'] },
    rules: { is: 'reads rule lines and lists', takes: [...FACTS, 'model', 'text'] },
    nodes: {
      is: 'is what is done to a list of nodes',
      takes: [...PROTOCOLS, 'rules', 'link', 'model', 'text'],
      types: ['convert-options.ts', 'languages.ts'],
    },
    formats: {
      is: 'is how entries of documents become nodes',
      takes: [...PROTOCOLS, 'nodes', 'link', 'document', 'model', 'text'],
    },
    templates: {
      is: 'is the config before nodes and rules go in',
      takes: [...FACTS, 'languages.ts', 'nodes', 'rules', 'model', 'text'],
    },
    config: {
      is: 'plans what every config needs, for any client',
      takes: [...FACTS, ...PROTOCOLS, 'nodes', 'rules', 'templates', 'model', 'text'],
      types: ['convert-options.ts'],
    },
    'clients/clash-rules': {
      is: 'is how rules are written for clients that read them as Clash does',
      takes: [...FACTS, 'rules', 'config', 'model', 'text'],
    },
    'check/shared': {
      is: 'is what every check of a config is made of',
      takes: [...FACTS, 'rules', 'document', 'model', 'text'],
    },
    'explain/shared': {
      is: 'is a connection on its way through rules of any client',
      takes: ['document', 'text'],
    },
    'inject/shared': {
      is: 'is what changes of every client are made of',
      takes: ['rules', 'document', 'model', 'text'],
    },
    'compare/shared': { is: 'is a config by what it means', takes: ['document'] },
    'config-form/shared': {
      is: 'is how the config of any client is laid out as a form',
      takes: ['document', 'model', 'text'],
      types: ['check/shared', 'inject/shared'],
    },
    'upgrade/shared': {
      is: 'is what an upgrade finds, and the change of old keys for any client',
      takes: ['document', 'model', 'text'],
    },
    'clients/clash-config': {
      is: 'reads, checks, explains and changes what configs of Clash and mihomo have in common',
      takes: [
        ...FACTS, 'check/shared', 'explain/shared', 'inject/shared', 'compare/shared', 'config-form/shared', 'rules',
        'document', 'model', 'text',
      ], // oxfmt-ignore
    },
    'clients/*': { is: 'is one client, and knows no other', takes: FOR_CLIENTS },
    'clients/clash': { is: 'is mihomo with less in it', takes: [...FOR_CLIENTS, 'clients/mihomo'] },
    clients: {
      is: 'is the contract of clients and their list',
      takes: [
        ...FACTS,
        ...PROTOCOLS,
        'clients/*',
        'clients/clash',
        'clients/clash-config',
        'clients/clash-rules',
        'upgrade/shared',
        'rules',
        'model',
        'text',
      ],
      types: [
        'config', 'rules', 'templates', 'check/shared', 'explain/shared', 'inject/shared', 'compare/shared',
        'config-form/shared', 'document',
      ], // oxfmt-ignore
    },
    check: {
      is: 'says what a client makes of a config',
      takes: [...FACTS, 'clients', 'check/shared', 'document', 'model', 'text'],
    },
    'parse-nodes.ts': {
      is: 'reads any text that names nodes',
      takes: [...PROTOCOLS, 'formats', 'link', 'model'],
    },
    inject: {
      is: 'changes a config as text; what writes for a client is loaded when it is asked for',
      takes: [
        ...FACTS,
        'parse-nodes.ts',
        'inject/shared',
        'clients',
        'check',
        'nodes',
        'rules',
        'document',
        'model',
        'text',
      ],
      types: ['check/shared'],
    },
    prefix: {
      is: 'names the nodes of a config by who brings them',
      takes: ['parse-nodes.ts', 'inject', 'clients', 'document', 'templates', 'model', 'text'],
    },
    explain: {
      is: 'says which rule of a config takes a connection',
      takes: [...FACTS, 'clients', 'check/recognise-client.ts', 'explain/shared', 'document', 'model', 'text'],
    },
    compare: {
      is: 'says what differs between two configs',
      takes: [
        ...FACTS,
        'clients',
        'check/recognise-client.ts',
        'check/shared',
        'compare/shared',
        'document',
        'model',
        'text',
      ],
    },
    lists: {
      is: 'writes rule lists of any form as another',
      takes: [...FACTS, 'clients', 'rules', 'document', 'model', 'text'],
    },
    upgrade: {
      is: 'brings a config to a newer version of its client',
      takes: [...FACTS, 'clients', 'check', 'check/shared', 'document', 'text'],
      types: ['upgrade/shared'],
    },
    outline: {
      is: 'says what stands in a config, and where',
      takes: [...FACTS, 'clients', 'check/recognise-client.ts', 'document', 'text'],
      types: ['compare/shared'],
    },
    'config-form': {
      is: 'shows a config as a form, and makes the edits of one',
      takes: [...FACTS, 'clients', 'check/shared', 'config-form/shared', 'inject', 'document', 'model', 'text'],
      types: ['inject/shared'],
    },
    'configs.ts': {
      is: 'is the door of what is done to a config',
      takes: ['check', 'compare', 'config-form', 'config-form/shared', 'explain', 'explain/shared', 'inject', 'lists', 'outline', 'prefix', 'upgrade'], // oxfmt-ignore
      types: ['check/shared'],
    },
    outputs: {
      is: 'is everything that can be written',
      takes: [...FACTS, ...PROTOCOLS, 'clients', 'config', 'nodes', 'rules', 'templates', 'model', 'text'],
      types: ['convert-options.ts'],
    },
    'forms.ts': { is: 'is a door without the engine', takes: FORMS, types: ['model', 'protocols/protocol.ts'] },
    'facts.ts': {
      is: 'is a door without the engine',
      takes: [...FACTS, 'rules', 'model'],
    },
    'services.ts': { is: 'is a door without the engine', takes: ['templates'] },
    'texts.ts': { is: 'is a door without the engine', takes: ['document', 'text'] },
    'convert-options.ts': {
      is: 'is what a conversion can be asked',
      takes: [],
      types: [...FACTS, 'clients', 'config', 'nodes', 'outputs', 'rules', 'templates', 'model', 'text'],
    },
    conversion: {
      is: 'is the steps of a conversion: select, name, write, report',
      takes: [
        ...FACTS,
        ...PROTOCOLS,
        'clients',
        'config',
        'languages.ts',
        'nodes',
        'outputs',
        'templates',
        'model',
        'text',
      ],
      types: ['convert-options.ts', 'rules'],
    },
    '.': {
      is: 'is the whole journey and its front door',
      takes: [
        'conversion', 'parse-nodes.ts', 'forms.ts', 'facts.ts', 'convert-options.ts', 'languages.ts', ...FACTS, ...PROTOCOLS,
        'clients', 'config', 'formats', 'link', 'nodes', 'outputs', 'rules', 'templates', 'model', 'text',
      ], // oxfmt-ignore
    },
  },
}

const ENGINE = ['@switchyard/convert', ...sideDoors('convert')]
const MODEL = ['model', 'model/nodes', 'model/values']

const RECIPE = {
  at: 'packages/recipe/src',
  outside: ['zod'],
  rooms: {
    'model/values': { is: 'is about plain values, and knows no node and no recipe', takes: PLAIN },
    'model/nodes': {
      is: 'is what is shown and edited of one node: the recipe that holds the edits is made of it',
      takes: ['model/values', ...sideDoors('convert')],
      types: ['@switchyard/convert'],
    },
    model: {
      is: 'is a recipe as plain values, and what a page loads at once: it loads no engine',
      takes: ['model/nodes', 'model/values', ...sideDoors('convert')],
      types: ['@switchyard/convert', '@switchyard/locale', '@switchyard/sources'],
    },
    'model/changes': {
      is: 'is every change of a recipe',
      takes: [...MODEL, ...sideDoors('convert')],
      types: ['@switchyard/convert'],
    },
    'model/link': {
      is: 'reads and writes settings in an address, and a mapping in a file',
      takes: [...MODEL, ...sideDoors('convert'), '@switchyard/redact'],
      types: ['@switchyard/convert'],
    },
    'model/index.ts': { is: 'is the door of the model', takes: [...MODEL, 'model/changes', 'model/link', ...sideDoors('convert')], types: ['@switchyard/convert'] }, // oxfmt-ignore
    file: {
      is: 'is recipes as files: it reads and converts nothing',
      takes: [...MODEL, 'model/link', 'imports', ...ENGINE],
      types: ['@switchyard/locale'],
    },
    imports: {
      is: 'is recipes of other programs: it reads and converts nothing',
      takes: [...MODEL, 'model/index.ts', 'model/link', 'file', ...ENGINE],
      types: ['@switchyard/sources'],
    },
    programs: {
      is: 'is the dated list of programs, light enough for a page',
      takes: [],
      types: ['@switchyard/convert'],
    },
    node: { is: 'is one node: its repairs, its preview', takes: [...MODEL, ...ENGINE, '@switchyard/locale'] },
    read: { is: 'is one text: its entries, its kind', takes: [...MODEL, 'node', 'imports', ...ENGINE] },
    list: {
      is: 'is what sources, steps and edits make: settings come after it',
      takes: [...MODEL, 'model/changes', 'node', 'read', ...ENGINE, '@switchyard/locale'],
    },
    settings: {
      is: 'is how a result is written, whatever is in the list',
      takes: [...MODEL, ...ENGINE, '@switchyard/locale'],
    },
    result: {
      is: 'is the config with its report: the only room that takes both list and settings',
      takes: [...MODEL, 'node', 'read', 'list', 'settings', ...ENGINE, '@switchyard/locale'],
    },
    '.': {
      is: 'is the front door',
      takes: [
        ...MODEL,
        'model/index.ts',
        'model/changes',
        'model/link',
        'file',
        'imports',
        'node',
        'read',
        'list',
        'settings',
        'result', // oxfmt-ignore
        ...ENGINE,
        '@switchyard/locale',
      ],
    },
  },
}

const GIT_HOST_NAMES = ['github', 'gitlab', 'gitee', 'gitea']

// Each of these packages is one room.
const SMALL = [
  { name: 'redact', is: 'is carried by every page', takes: [], outside: [] },
  { name: 'svg-nodes', is: 'judges what others drew, for server and page', takes: [], outside: [] },
  { name: 'sources', is: 'brings text from elsewhere and is handed how to fetch', takes: [], outside: [] },
  { name: 'outbound', is: 'judges addresses, answers and errors, and asks nobody', takes: [], outside: ['ipaddr.js'] },
  {
    name: 'contract',
    is: 'is what the server answers, for server and page',
    takes: [LANGUAGES, '@switchyard/sources', '@switchyard/sources/items'],
    outside: ['zod'],
  },
  {
    name: 'locale',
    is: 'gives words to codes, and runs none of the code that gives these',
    takes: [],
    types: [...ENGINE, '@switchyard/contract', '@switchyard/git-hosts', '@switchyard/sources'],
    outside: [],
  },
].map(({ name, outside, ...room }) => ({ at: `packages/${name}`, outside, rooms: { src: room } }))

const GIT_HOSTS = {
  at: 'packages/git-hosts/src',
  outside: [],
  rooms: {
    host: { is: 'is what every host does, whatever words it has for it: it knows none', takes: [] },
    contents: { is: 'is answers that several hosts give alike', takes: ['host'] },
    'facts.ts': {
      is: 'is a door without the dialects',
      takes: ['host', ...GIT_HOST_NAMES.map((name) => `${name}/facts.ts`)],
    },
    'writes.ts': { is: 'is a door for places that are no host', takes: ['host'] },
    ...Object.fromEntries(
      GIT_HOST_NAMES.map((name) => [name, { is: 'is one dialect, and knows no other', takes: ['host', 'contents'] }]),
    ),
    '.': { is: 'is the front door', takes: ['host', 'facts.ts', ...GIT_HOST_NAMES] },
  },
}

// What is handed in, and what the app is told: types of them are free.
const HANDED = ['deps.ts', 'settings.ts', 'hosting.ts', 'data-folder.ts']
// What any room of the server takes.
const ANY_ROOM = [
  'api-refusal.ts',
  'shared',
  ...FRONT_DOORS,
  ...sideDoors('convert', 'recipe', 'contract', 'git-hosts', 'outbound', 'sources'),
]

const SERVER = {
  at: 'apps/server/src',
  rooms: {
    'api-refusal.ts': { is: 'is a refusal of the contract', takes: [], types: FRONT_DOORS },
    shared: { is: 'counts, locks, waits and keeps for any room: it is handed keys, values and the time', takes: [] },
    http: { is: 'is what holds for every request', takes: ANY_ROOM, types: HANDED },
    fetch: { is: 'is the only way out to other servers', takes: ANY_ROOM, types: HANDED },
    'make-folder.ts': { is: 'makes a folder of ours', takes: [...sideDoors('outbound')] },
    db: { is: 'is what is kept, whatever is done with it', takes: ['make-folder.ts', ...ANY_ROOM], types: HANDED },
    storage: {
      is: 'is where the bytes of files are, whatever is said of them elsewhere',
      takes: ['db', 'fetch', 'make-folder.ts', ...ANY_ROOM],
      types: HANDED,
    },
    engine: { is: 'converts for any feature', takes: ANY_ROOM, types: HANDED },
    accounts: {
      is: 'is people and who asks, for every feature',
      takes: ['db', 'http', ...ANY_ROOM],
      types: HANDED,
    },
    probing: {
      is: 'finds out whether nodes can be reached',
      takes: ['db', 'fetch', ...ANY_ROOM],
      types: HANDED,
    },
    items: {
      is: 'is what is kept of sources',
      takes: ['db', 'engine', 'fetch', ...ANY_ROOM],
      types: HANDED,
    },
    outputs: {
      is: 'is what is kept of outputs',
      takes: ['db', 'engine', 'items', ...ANY_ROOM],
      types: HANDED,
    },
    conversions: {
      is: 'writes files that anybody may ask for by an address',
      takes: ['engine', 'http', 'items', 'outputs', ...ANY_ROOM],
      types: ['fetch', ...HANDED],
    },
    jobs: {
      is: 'runs by the clock what it is handed',
      takes: ['accounts', 'db', ...ANY_ROOM],
      types: ['fetch', ...HANDED],
    },
    pages: {
      is: 'draws and serves the build: what a feature keeps reaches a page through its API',
      takes: ['fetch', 'http', 'outputs', 'settings.ts', ...ANY_ROOM],
      types: HANDED,
    },
    'features/*': {
      is: 'is one noun of the API, and knows no other',
      takes: [
        'accounts', 'conversions', 'db', 'engine', 'http', 'items', 'outputs', 'probing', 'settings.ts', 'storage', ...ANY_ROOM,
      ], // oxfmt-ignore
      types: ['fetch', ...HANDED],
    },
    maintenance: {
      is: 'is what an operator does',
      takes: [
        'accounts',
        'db',
        'fetch',
        'data-folder.ts',
        'log.ts',
        'make-folder.ts',
        'settings.ts',
        'storage',
        ...ANY_ROOM,
      ],
    },
    '.': {
      is: 'starts the app and hands every room what it needs',
      takes: [
        'accounts', 'db', 'engine', 'features/*', 'fetch', 'http', 'items', 'jobs', 'make-folder.ts', 'outputs', 'pages', 'probing',
        'storage', ...ANY_ROOM,
      ], // oxfmt-ignore
    },
  },
}

// What reads and converts runs in workers/: the page takes its types and what loads no engine.
const FOR_PAGES = {
  takes: [
    ...sideDoors('convert', 'recipe', 'contract', 'git-hosts', 'sources', 'locale'), '@switchyard/redact', '@switchyard/sources',
    '@switchyard/svg-nodes', '@switchyard/git-hosts',
  ], // oxfmt-ignore
  types: ['workers', '@switchyard/convert', '@switchyard/recipe', '@switchyard/contract', '@switchyard/server/web-app'],
}
const NO_PRODUCT = {
  takes: [LANGUAGES, ...PLAIN, ...sideDoors('contract', 'sources'), '@switchyard/redact', '@switchyard/sources', '@switchyard/svg-nodes'], // oxfmt-ignore
  types: ['@switchyard/contract', '@switchyard/server/web-app'],
}

const WEB = {
  at: 'apps/web/app',
  rooms: {
    lib: {
      is: 'speaks to the server and the browser: it draws nothing and knows no product',
      takes: NO_PRODUCT.takes,
      types: ['ui', ...NO_PRODUCT.types],
    },
    ui: { is: 'is buttons, dialogs and menus without words of the product', takes: ['lib', ...NO_PRODUCT.takes], types: NO_PRODUCT.types }, // oxfmt-ignore
    components: { is: 'is shared and knows the product: a feature hands it what it shows', takes: ['lib', 'ui', ...FOR_PAGES.takes], types: FOR_PAGES.types }, // oxfmt-ignore
    'features/codec/steps': {
      is: 'is what each step of the codec does: the page loads its facts, a worker runs it',
      takes: ['@switchyard/convert', '@switchyard/locale', ...FOR_PAGES.takes],
    },
    'features/java/code': {
      is: 'is how Java is written: the page loads its options, a worker runs it',
      takes: ['@switchyard/convert', '@switchyard/locale', ...FOR_PAGES.takes],
    },
    'features/*': {
      is: 'is what a person does, and knows no other: the route puts them side by side',
      takes: [
        'features/codec/steps',
        'features/java/code',
        'components',
        'ui',
        'lib',
        'guards.ts',
        'pages.ts',
        'page-words.ts',
        ...FOR_PAGES.takes,
      ],
      types: FOR_PAGES.types,
    },
    routes: {
      is: 'is one file for each address',
      takes: ['features/*', 'components', 'ui', 'lib', ...FOR_PAGES.takes],
      types: FOR_PAGES.types,
    },
    workers: {
      is: 'is transport: the work itself lives in packages',
      takes: [
        'features/codec/steps',
        'features/java/code',
        'components',
        'lib',
        '@switchyard/convert',
        '@switchyard/locale',
        '@switchyard/recipe',
        ...FOR_PAGES.takes,
      ],
      types: FOR_PAGES.types,
    },
    'service-worker': { is: 'is the offline copy', takes: ['components', 'lib', ...FOR_PAGES.takes] },
    '.': {
      is: 'is the app: routes, document, the list of pages',
      takes: ['routes', 'features/*', 'components', 'ui', 'lib', ...FOR_PAGES.takes],
      types: FOR_PAGES.types,
    },
  },
}

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    ...[CONVERT, RECIPE, GIT_HOSTS, ...SMALL, SERVER, WEB].flatMap(wallsOf),
    {
      name: 'one-direction',
      comment:
        'Text becomes lines, links, nodes, a config, text: a step never reaches back, so any one can be read alone.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'every-import-leads-somewhere',
      comment: 'The file or package is not there: mend the path, or add the package with an exact version.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'the-engine-stands-alone',
      comment:
        'convert imports nothing of ours, in tests and bench neither: what it needs is handed in by who calls it.',
      severity: 'error',
      from: { path: '^packages/convert/(?!proof/)' },
      to: { path: '^(apps|scripts|packages/(?!convert/))' },
    },
    {
      name: 'packages-by-their-front-door',
      comment: 'Import @switchyard/<package>, or what its package.json exports: the rest is its own business.',
      severity: 'error',
      from: { path: '^(apps|packages)/([^/]+)/' },
      to: {
        path: '^packages/',
        pathNot: ['^packages/$2/', PROOF, ...[...DOORS.values()].map((file) => `^${file.replaceAll('.', '[.]')}$`)],
      },
    },
    {
      name: 'the-proof-is-for-tests',
      comment: 'convert/proof starts the real clients: tests of any package may, and nothing that is shipped.',
      severity: 'error',
      from: { path: '^(apps|packages/(?!convert/))', pathNot: TESTS },
      to: { path: PROOF },
    },
    {
      name: 'packages-know-no-app',
      comment: 'Apps are built on packages, never the other way round.',
      severity: 'error',
      from: { path: '^packages/' },
      to: { path: '^apps/' },
    },
    {
      name: 'apps-stay-apart',
      comment:
        'An app takes no code from another app: what both need is a package. web may take the types of the server, and a test may compare two apps.',
      severity: 'error',
      from: { path: '^apps/([^/]+)/', pathNot: TESTS },
      to: { path: '^apps/(?!$1/)', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'a-feature-stands-alone',
      comment: 'The tests of a feature know no other one either, and what is shared knows no feature.',
      severity: 'error',
      from: { path: '^apps/web/app/(?:features/([^/]+)|components|ui|lib)/' },
      to: { path: '^apps/web/app/(?:routes/|features/(?!$1/))' },
    },
    {
      name: 'the-terminal-starts-light',
      comment:
        'Most calls are one command, fetch nothing and have no recipe: import these when they are asked for, `await import(…)`.',
      severity: 'error',
      from: { path: '^apps/cli/src/', pathNot: TESTS },
      to: {
        path: '^apps/cli/src/(request-text|recipe-call|commands/(convert|parse|rules))[.]ts$',
        dependencyTypesNot: ['type-only', 'dynamic-import'],
      },
    },
    {
      name: 'the-terminal-carries-late',
      comment:
        'What fetches stands behind request-text, and what reads recipes behind recipe-call: other files take of recipes only plain values and the options of the engine.',
      severity: 'error',
      from: { path: '^apps/cli/src/(?!request-text|recipe-call)', pathNot: TESTS },
      to: {
        path: 'node_modules/(undici|zod)/|^packages/(recipe/src/(?!model/|settings/engine-options[.]ts$)|outbound/src/index[.]ts$)',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'tests-are-not-building-blocks',
      comment: 'What two tests share stands in a file of its own beside them.',
      severity: 'error',
      from: {},
      to: { path: TESTS },
    },
    {
      name: 'what-runs-is-a-dependency',
      comment: 'A package that shipped code imports stands under dependencies, not devDependencies.',
      severity: 'error',
      // Vite serves the sources in development only.
      from: { path: '^(apps|packages)/[^/]+/(src|bin)/', pathNot: [TESTS, '^apps/server/src/pages/web-dev[.]ts$'] },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
  ],
  options: {
    // TypeScript 7 has no API to read code with, swc has.
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    // Of ours: many packages from outside are entered by their dist/.
    exclude: { path: '^(?!.*node_modules/).*/([.]types|dist)/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
      // A package of types alone has no other entry.
      mainFields: ['module', 'main', 'types'],
    },
  },
}
