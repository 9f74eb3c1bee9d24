// Plain JavaScript for Node 18 and later.
const LOOK_MS = 500

/**
 * Ends this process as SIGTERM would when the npm that started it is gone. `npm start` and `npx` run a program under a
 * shell: who sends SIGTERM to npm ends npm and the shell, and the program would go on alone.
 */
export function endWithNpm() {
  if (process.env.npm_lifecycle_event === undefined) return
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, LOOK_MS)
  timer.unref()
}
