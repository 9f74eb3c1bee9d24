// Who may import whom. Each comment is what a failure prints, so it says what to do instead.
const PROTOCOL_FILES = '^packages/convert/src/protocols/[^/]+[.]ts$'
// Not protocols: the contract, the list, and tests.
const BESIDE_PROTOCOLS = '/(protocol|index)[.]ts$|[.]test[.]ts$'
// Regexes and names of people: doors of their own, so that a page takes them without the engine.
const SMALL_DOORS =
  '^packages/convert/src/(facts|forms|services|languages|templates/fetch-lists|text/user-regex|text/record|model/limits|nodes/clean-name)[.]ts$'
// The list of languages: every app and package asks it.
const LANGUAGES = '^packages/convert/src/languages[.]ts$'
// What JSON is made of, and how much is taken: they know nothing of the product.
const PLAIN_DOORS = '^packages/convert/src/(text/record|model/limits)[.]ts$'
// The recipe as plain values, and its settings as a link: a page takes them without the engine.
const RECIPE_DOORS = '^packages/recipe/src/(model/(index|link/settings-link)|imports/old-link)[.]ts$'
// The name of a header, for the page and the server.
const CONTRACT_DOORS = '^packages/contract/src/language-header[.]ts$'
// The code of an error: the terminal takes it without the reader of addresses.
const OUTBOUND_DOORS = '^packages/outbound/src/error-code[.]ts$'
// What becomes of an answer: a page decides it without what reads bytes.
const SOURCES_DOORS = '^packages/sources/src/items[.]ts$'
// What is true of clients and outputs.
const CLIENT_FACTS = '^packages/convert/src/(clients|clients/[^/]+|outputs)/facts[.]ts$'
// What starts the real clients.
const PROOF = '^packages/convert/proof/'
const TESTS = '[.]test[.]ts$'

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
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
      comment: 'convert imports nothing of ours: what it needs is handed in by who calls it.',
      severity: 'error',
      from: { path: '^packages/convert/(?!proof/)' },
      to: { path: '^(apps|scripts|packages/(?!convert/))' },
    },
    {
      name: 'the-engine-has-no-network-and-no-files',
      comment: 'convert runs in a browser worker as well: the caller reads files and fetches, convert takes text.',
      severity: 'error',
      from: { path: '^packages/convert/src/', pathNot: TESTS },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'the-engine-does-not-know-its-proof',
      comment: 'proof/, bench/ and fuzz/ look at src/, never the other way round.',
      severity: 'error',
      from: { path: '^packages/convert/src/', pathNot: TESTS },
      to: { path: '^packages/convert/(proof|bench|fuzz)/' },
    },
    {
      name: 'text-knows-nothing-of-ours',
      comment: 'text/ is base64, YAML, JSON, regexes and addresses of networks: it imports no other folder.',
      severity: 'error',
      from: { path: '^packages/convert/src/text/', pathNot: TESTS },
      to: { path: '^packages/convert/src/(?!text/)' },
    },
    {
      name: 'a-document-knows-no-client',
      comment: 'document/ is a text with its places, and edits of it: it imports text/ and no other folder.',
      severity: 'error',
      from: { path: '^packages/convert/src/document/', pathNot: TESTS },
      to: { path: '^packages/convert/src/(?!(document|text)/)' },
    },
    {
      name: 'the-model-stands-on-text',
      comment: 'model/ is what nodes and issues are: it imports text/ and no other folder.',
      severity: 'error',
      from: { path: '^packages/convert/src/model/', pathNot: TESTS },
      to: { path: '^packages/convert/src/(?!(model|text)/)' },
    },
    {
      name: 'a-link-knows-no-protocol',
      comment: 'link/ finds share links in a line and takes them apart: protocols ask it, never the other way round.',
      severity: 'error',
      from: { path: '^packages/convert/src/link/', pathNot: TESTS },
      to: { path: '^packages/convert/src/(?!(link|model|text)/)' },
    },
    {
      name: 'a-list-of-nodes-knows-no-config',
      comment: 'nodes/ is what is done to a list of nodes: formats, configs and clients ask it.',
      severity: 'error',
      from: { path: '^packages/convert/src/nodes/', pathNot: TESTS },
      to: { path: '^packages/convert/src/(formats|clients|outputs|config|templates)/' },
    },
    {
      name: 'a-rule-knows-no-template',
      comment: 'rules/ reads rule lines and lists: templates and configs are made of them.',
      severity: 'error',
      from: { path: '^packages/convert/src/rules/', pathNot: TESTS },
      to: { path: '^packages/convert/src/(formats|nodes|protocols|outputs|config|templates)/' },
    },
    {
      name: 'a-template-knows-no-config',
      comment:
        'templates/ is the config before nodes and rules go in: config/ plans with it, never the other way round.',
      severity: 'error',
      from: { path: '^packages/convert/src/templates/', pathNot: TESTS },
      to: { path: '^packages/convert/src/(formats|protocols|outputs|config)/' },
    },
    {
      name: 'a-config-knows-no-format',
      comment:
        'config/ plans what every config needs from nodes that were read: it does not know what they were read from.',
      severity: 'error',
      from: { path: '^packages/convert/src/config/', pathNot: TESTS },
      to: { path: '^packages/convert/src/(formats|link)/' },
    },
    {
      name: 'a-protocol-reads-on-its-own',
      comment: 'A protocol knows no other protocol: shared parts live in protocols/shared.',
      severity: 'error',
      from: { path: '^packages/convert/src/protocols/([^/.]+)[^/]*[.]ts$', pathNot: BESIDE_PROTOCOLS },
      to: { path: PROTOCOL_FILES, pathNot: '/(protocol|$1|$1[.]form)[.]ts$' },
    },
    {
      name: 'shared-parts-know-no-protocol',
      comment:
        'protocols/shared holds what several protocols spell alike: it knows the contract in protocol.ts, no protocol.',
      severity: 'error',
      from: { path: '^packages/convert/src/protocols/shared/', pathNot: TESTS },
      to: { path: PROTOCOL_FILES, pathNot: '/protocol[.]ts$' },
    },
    {
      name: 'a-format-knows-no-client',
      comment: 'A format says how entries of documents become nodes: what is written of them is no matter of its own.',
      severity: 'error',
      from: { path: '^packages/convert/src/formats/', pathNot: TESTS },
      to: { path: '^packages/convert/src/(clients|outputs|config|templates|rules)/' },
    },
    {
      name: 'a-protocol-knows-no-list-and-no-client',
      comment:
        'A protocol says how its nodes are spelled; nodes/, formats/ and clients/ ask it, never the other way round.',
      severity: 'error',
      from: { path: '^packages/convert/src/protocols/', pathNot: TESTS },
      to: { path: '^packages/convert/src/(nodes|formats|clients|outputs|config|templates|rules)/' },
    },
    {
      name: 'a-client-is-asked-by-its-contract',
      comment: 'Outside clients/ nothing knows one client: ask `clientOf(id)` or `clientFacts(id)`.',
      severity: 'error',
      from: {
        path: '^packages/convert/src/(?!clients/)',
        pathNot: TESTS,
      },
      to: { path: '^packages/convert/src/clients/[^/]+/' },
    },
    {
      name: 'a-client-knows-no-other',
      comment:
        'What several clients need stands in config/ or text/. Clash alone is written with the parts of mihomo, whose files are its own with more in them.',
      severity: 'error',
      from: { path: '^packages/convert/src/clients/(?!clash)([^/]+)/', pathNot: TESTS },
      to: {
        path: '^packages/convert/src/clients/(?!clash-rules/)[^/]+/',
        pathNot: '^packages/convert/src/clients/$1/',
      },
    },
    {
      name: 'facts-of-clients-are-light',
      comment:
        'What is true of a client is asked everywhere, in pages too: its facts import no code but other facts and lists.',
      severity: 'error',
      from: { path: CLIENT_FACTS },
      to: {
        pathNot: [CLIENT_FACTS, '^packages/convert/src/model/(setting-limits|(?:singbox|xray)-version)[.]ts$'],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'facts-of-clients-stand-on-the-model',
      comment:
        'What is true of a client is below rules, templates and configs, which all ask it: its facts take types of the model alone.',
      severity: 'error',
      from: { path: CLIENT_FACTS },
      to: { pathNot: [CLIENT_FACTS, '^packages/convert/src/model/'] },
    },
    {
      name: 'plans-ask-clients-for-facts-alone',
      comment:
        'Rules, templates and configs are planned for any client: they ask its facts. What is written for it comes after them, types included.',
      severity: 'error',
      from: { path: '^packages/convert/src/(rules|templates|config)/', pathNot: TESTS },
      to: { path: '^packages/convert/src/(clients|outputs)/(?!facts[.]ts$)' },
    },
    {
      name: 'a-recipe-needs-the-engine-alone',
      comment:
        'recipe says what becomes of saved work: it takes the engine, the words of its codes and redact; no network, no files.',
      severity: 'error',
      from: { path: '^packages/recipe/', pathNot: TESTS },
      to: {
        path: '^(packages/(?!recipe/|convert/|locale/|redact/)|node_modules/)',
        pathNot: 'node_modules/zod/',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'the-model-of-a-recipe-loads-no-engine',
      comment:
        'model/ is plain values and what a page loads at once: it takes types of the engine, and knows nothing of what reads and converts.',
      severity: 'error',
      from: { path: '^packages/recipe/src/model/', pathNot: TESTS },
      to: {
        path: '^packages/(convert|locale)/|^packages/recipe/src/(?!model/)',
        pathNot: SMALL_DOORS,
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'values-know-no-recipe',
      comment: 'model/values is about plain values: it takes what JSON is made of, and knows no node and no recipe.',
      severity: 'error',
      from: { path: '^packages/recipe/src/model/values/', pathNot: TESTS },
      to: { pathNot: ['^packages/recipe/src/model/values/', PLAIN_DOORS] },
    },
    {
      name: 'one-node-knows-no-recipe',
      comment: 'model/nodes is what is shown and edited of one node: the recipe that holds the edits is made of it.',
      severity: 'error',
      from: { path: '^packages/recipe/src/model/nodes/', pathNot: TESTS },
      to: { path: '^packages/recipe/src/(?!model/(nodes|values)/)' },
    },
    {
      name: 'a-recipe-knows-no-change',
      comment:
        'The recipe comes before its changes and its link: what stands in model/ itself takes neither, apart from its door.',
      severity: 'error',
      from: { path: '^packages/recipe/src/model/[^/]+[.]ts$', pathNot: [TESTS, '/index[.]ts$'] },
      to: { path: '^packages/recipe/src/model/(changes|link|index[.]ts)' },
    },
    {
      name: 'changes-know-no-link',
      comment: 'model/changes and model/link each take the recipe: neither takes the other.',
      severity: 'error',
      from: { path: '^packages/recipe/src/model/changes/', pathNot: TESTS },
      to: { path: '^packages/recipe/src/model/(link/|index[.]ts)' },
    },
    {
      name: 'the-link-knows-no-change',
      comment: 'model/link reads and writes settings: a change of sources or nodes is none of its business.',
      severity: 'error',
      from: { path: '^packages/recipe/src/model/link/', pathNot: TESTS },
      to: { path: '^packages/recipe/src/model/(changes/|index[.]ts)' },
    },
    {
      name: 'a-recipe-goes-one-way',
      comment:
        'The rooms of recipe: node (one node) -> read (a text) -> list (entries and steps) -> result. settings knows no entry. None of them takes what stands later.',
      severity: 'error',
      from: { path: '^packages/recipe/src/(node|read|list|settings)/', pathNot: TESTS },
      to: { path: '^packages/recipe/src/(result/|[^/]+[.]ts$)' },
    },
    {
      name: 'recipe-reads-before-it-lists',
      comment: 'What reads a text, and what is known of one node, knows no list: the list is made of them.',
      severity: 'error',
      from: { path: '^packages/recipe/src/(node|read)/', pathNot: TESTS },
      to: { path: '^packages/recipe/src/(list|settings)/' },
    },
    {
      name: 'recipe-node-knows-no-text',
      comment: 'node/ is about one node: where it was read, and what the settings are, is for others.',
      severity: 'error',
      from: { path: '^packages/recipe/src/node/', pathNot: TESTS },
      to: { path: '^packages/recipe/src/read/' },
    },
    {
      name: 'recipe-lists-and-settings-apart',
      comment: 'Settings say how a result is written, whatever is in the list: only result/ takes both.',
      severity: 'error',
      from: { path: '^packages/recipe/src/settings/', pathNot: TESTS },
      to: { path: '^packages/recipe/src/(node|read|list)/' },
    },
    {
      name: 'recipe-lists-know-no-settings',
      comment: 'The list is what sources, steps and edits make of it. Settings come after it, in result/.',
      severity: 'error',
      from: { path: '^packages/recipe/src/list/', pathNot: TESTS },
      to: { path: '^packages/recipe/src/settings/' },
    },
    {
      name: 'a-recipe-file-is-the-model-alone',
      comment: 'file/ and imports/ turn a text into a recipe: they read and convert nothing.',
      severity: 'error',
      from: { path: '^packages/recipe/src/(file|imports)/', pathNot: TESTS },
      to: { path: '^packages/recipe/src/(?!file/|imports/|model/)' },
    },
    {
      name: 'forms-are-light',
      comment: 'A page loads the forms of nodes without the engine: a form imports no code but other forms.',
      severity: 'error',
      from: { path: '^packages/convert/src/(forms|protocols/[^/]+[.]form|protocols/shared/form)[.]ts$' },
      to: {
        pathNot: '^packages/convert/src/protocols/([^/]+[.]form|shared/form)[.]ts$',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'redact-stands-alone',
      comment: 'redact is carried by every page: it imports nothing. Only its tests know the engine.',
      severity: 'error',
      from: { path: '^packages/redact/', pathNot: TESTS },
      to: { pathNot: '^packages/redact/' },
    },
    {
      name: 'outbound-stands-alone',
      comment:
        'outbound judges addresses, answers and errors for server and terminal: it imports ipaddr.js and asks nobody.',
      severity: 'error',
      from: { path: '^packages/outbound/', pathNot: TESTS },
      to: { pathNot: '^packages/outbound/|node_modules/ipaddr[.]js/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'sources-stands-alone',
      comment:
        'sources brings text from elsewhere to the page, the terminal and the server: it is handed how to fetch, and imports nothing.',
      severity: 'error',
      from: { path: '^packages/sources/', pathNot: TESTS },
      to: { pathNot: '^packages/sources/' },
    },
    {
      name: 'contract-stands-alone',
      comment:
        'contract says what the server answers, for server and page: it imports zod, and of ours the lists of languages, of fetch failures and of user agents.',
      severity: 'error',
      from: { path: '^packages/contract/', pathNot: TESTS },
      to: { pathNot: ['^packages/contract/|node_modules/zod/', '^packages/sources/src/', LANGUAGES] },
    },
    {
      name: 'the-page-carries-no-schema',
      comment: 'Of contract the page takes types: zod would be a fifth of what the first page loads. See lib/api.ts.',
      severity: 'error',
      from: { path: '^apps/web/app/', pathNot: TESTS },
      to: { path: '^packages/contract/', pathNot: CONTRACT_DOORS, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'svg-nodes-stands-alone',
      comment: 'svg-nodes judges what others drew, for server and page: it imports nothing.',
      severity: 'error',
      from: { path: '^packages/svg-nodes/', pathNot: TESTS },
      to: { pathNot: '^packages/svg-nodes/' },
    },
    {
      name: 'locale-borrows-only-types',
      comment: 'locale gives words to codes: it takes the types of convert and clients and runs none of their code.',
      severity: 'error',
      from: { path: '^packages/locale/', pathNot: TESTS },
      to: { path: '^packages/(?!locale/)', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'packages-by-their-front-door',
      comment: 'Import @switchyard/<package>: what its src/index.ts does not export is its own business.',
      severity: 'error',
      from: { path: '^(apps|packages)/([^/]+)/' },
      to: {
        path: '^packages/',
        pathNot: [
          '^packages/$2/|^packages/[^/]+/src/index[.]ts$',
          SMALL_DOORS,
          RECIPE_DOORS,
          CONTRACT_DOORS,
          OUTBOUND_DOORS,
          SOURCES_DOORS,
          PROOF,
        ],
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
      name: 'apps-stay-apart',
      comment:
        'An app takes no code from another app: what both need is a package. web may take the types of the server, and a test may compare two apps.',
      severity: 'error',
      from: { path: '^apps/([^/]+)/', pathNot: TESTS },
      to: { path: '^apps/(?!$1/)', dependencyTypesNot: ['type-only'] },
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
        'What fetches stands behind request-text, and what knows recipes behind recipe-call: other files take neither.',
      severity: 'error',
      from: { path: '^apps/cli/src/(?!request-text|recipe-call)', pathNot: TESTS },
      to: {
        path: 'node_modules/(undici|zod)/|^packages/(recipe/src/|outbound/src/index[.]ts$)',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'web-goes-one-way',
      comment:
        'In web, routes use features, features use components, components use ui, ui uses lib: a lower one never reaches up.',
      severity: 'error',
      from: { path: '^apps/web/app/(features|components|ui|lib)/' },
      to: { path: '^apps/web/app/routes/' },
    },
    {
      name: 'the-page-parses-nothing',
      comment:
        'What reads and converts runs in workers/: the page takes its types and talks to it through a Worker. Only the patterns that people type run in the page.',
      severity: 'error',
      from: { path: '^apps/web/app/(?!workers/)', pathNot: TESTS },
      to: {
        path: ['^apps/web/app/workers/', '^packages/(convert|recipe)/'],
        pathNot: [SMALL_DOORS, RECIPE_DOORS],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'web-parts-know-no-feature',
      comment: 'components, ui and lib are shared: a feature hands them what they show.',
      severity: 'error',
      from: { path: '^apps/web/app/(components|ui|lib)/' },
      to: { path: '^apps/web/app/features/' },
    },
    {
      name: 'web-ui-and-lib-know-no-product',
      comment:
        'ui and lib carry no product words: what knows nodes, clients or recipes stands in components or in a feature.',
      severity: 'error',
      from: { path: '^apps/web/app/(ui|lib)/', pathNot: TESTS },
      to: { path: '^apps/web/app/components/|^packages/(convert|recipe|locale)/', pathNot: [LANGUAGES, PLAIN_DOORS] },
    },
    {
      name: 'web-lib-draws-nothing',
      comment: 'lib is below ui: it speaks to the server and the browser and draws nothing.',
      severity: 'error',
      from: { path: '^apps/web/app/lib/' },
      to: { path: '^apps/web/app/ui/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'a-feature-stands-alone',
      comment:
        'A feature does not import a feature: the route puts them side by side, shared parts live in components, ui or lib.',
      severity: 'error',
      from: { path: '^apps/web/app/features/([^/]+)/' },
      to: { path: '^apps/web/app/features/(?!$1/)' },
    },
    {
      name: 'server-doors-know-no-room',
      comment:
        'http/ and fetch/ serve every route and job: a route hands them what they need, they know no page and no feature.',
      severity: 'error',
      from: { path: '^apps/server/src/(http|fetch)/', pathNot: TESTS },
      to: {
        path: '^apps/server/src/(app|main|accounts/|db/|items/|outputs/|maintenance/|pages/|features/|jobs/|engine/)',
      },
    },
    {
      name: 'server-rooms-know-no-app',
      comment: 'A room is handed what it needs (deps.ts): only main.ts and tests start an app.',
      severity: 'error',
      from: {
        path: '^apps/server/src/(accounts|pages|features|items|outputs|engine|jobs|db|maintenance|http|fetch)/',
        pathNot: TESTS,
      },
      to: { path: '^apps/server/src/(app|main|test-app)[.]ts$' },
    },
    {
      name: 'a-server-feature-stands-alone',
      comment:
        'A feature of the server does not import a feature: what two of them need lives in accounts/, items/, outputs/, http/, engine/ or a package.',
      severity: 'error',
      from: { path: '^apps/server/src/features/([^/]+)/', pathNot: TESTS },
      to: { path: '^apps/server/src/(pages/|features/(?!$1/))' },
    },
    {
      name: 'server-pages-know-no-feature',
      comment: 'pages/ draws and serves the build: what a feature keeps reaches a page through its API.',
      severity: 'error',
      from: { path: '^apps/server/src/pages/', pathNot: TESTS },
      to: { path: '^apps/server/src/(features|engine|jobs)/' },
    },
    {
      name: 'the-database-knows-no-room',
      comment: 'db/ keeps rows for every feature: what is done with them is the business of the features.',
      severity: 'error',
      from: { path: '^apps/server/src/db/', pathNot: TESTS },
      to: { path: '^apps/server/src/(accounts|http|fetch|items|outputs|pages|features|engine|jobs|maintenance)/' },
    },
    {
      name: 'what-copies-share-knows-no-room',
      comment: 'shared/ counts, locks, waits and keeps for any room: it is handed keys, values and the time.',
      severity: 'error',
      from: { path: '^apps/server/src/shared/', pathNot: TESTS },
      to: { path: '^apps/server/src/(?!shared/)' },
    },
    {
      name: 'items-know-no-output',
      comment: 'outputs/ are made of items/, which know nothing of them.',
      severity: 'error',
      from: { path: '^apps/server/src/items/', pathNot: TESTS },
      to: { path: '^apps/server/src/outputs/' },
    },
    {
      name: 'items-and-outputs-know-no-request',
      comment: 'Items and outputs are kept and made between requests: a route hands them what they need.',
      severity: 'error',
      from: { path: '^apps/server/src/(items|outputs)/', pathNot: TESTS },
      to: { path: '^apps/server/src/(http|accounts|pages|features|jobs|maintenance)/' },
    },
    {
      name: 'engine-and-jobs-know-no-feature',
      comment: 'engine/ converts for any feature, jobs/ runs what it is handed: neither knows a feature or a page.',
      severity: 'error',
      from: { path: '^apps/server/src/(engine|jobs)/', pathNot: TESTS },
      to: { path: '^apps/server/src/(features|pages|http)/' },
    },
    {
      name: 'packages-know-no-app',
      comment: 'Apps are built on packages, never the other way round.',
      severity: 'error',
      from: { path: '^packages/' },
      to: { path: '^apps/' },
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
    exclude: { path: '/([.]types|dist)/' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'node', 'default'] },
  },
}
