// Loaded before a program that `runCarried` starts: without its starter, whom nobody can end gently any more, it ends too.
import { isMainThread } from 'node:worker_threads'
import { endWithParent } from './end-with-npm.mjs'

if (isMainThread) endWithParent()
