import { type GameTask, type PlayerTask, type TaskResult } from '@openauth/client'
import { expect } from 'vitest'
import type { TestServer, TestUser } from '../../../testing.ts'
import { type GameWorld, gameWorld } from '../game.testing.ts'

export interface TaskWorld extends GameWorld {
  /** Makes a task; by default one that pays 100 rings for a visit without dwell. */
  task: (fields?: object, appId?: string) => Promise<GameTask>
  /** A task of one kind. */
  taskOf: (check: object, fields?: object) => Promise<GameTask>
  tasks: (user: TestUser, path?: string, headers?: Record<string, string>) => Promise<PlayerTask[]>
  /** How one player sees one task. */
  seen: (user: TestUser, id: string) => Promise<PlayerTask | undefined>
  verify: (user: TestUser, taskId: unknown, code?: unknown) => ReturnType<TestServer['send']>
  /** The answer of a call that succeeds. */
  result: (user: TestUser, taskId: string, code?: string) => Promise<TaskResult>
  /** A call of an operator about tasks of the app. */
  operate: (method: string, path: string, body?: object) => ReturnType<TestServer['send']>
}

/** A game's world with tasks. Called at the top of a test file. */
export const taskWorld = (settings?: Record<string, string>): TaskWorld => {
  const world = gameWorld(settings) as TaskWorld
  const { server, adminToken, app } = {
    server: () => world.server,
    adminToken: () => world.adminToken,
    app: () => world.app,
  }
  world.operate = (method, path, body) =>
    server().send(method, `/admin/apps/${app().id}/game/tasks${path}`, {
      token: adminToken(),
      ...(body ? { body } : {}),
    })
  world.task = async (fields = {}, appId = app().id) => {
    const visit = { title: 'Visit us', url: 'https://example.com/', check: { kind: 'visit', dwellSeconds: 0 } }
    const body = { ...visit, reward: 100, ...fields }
    const answer = await server().send('POST', `/admin/apps/${appId}/game/tasks`, { token: adminToken(), body })
    expect([answer.status, answer.body.message]).toEqual([201, undefined])
    return answer.body.data
  }
  world.taskOf = (check, fields = {}) => world.task({ check, ...fields })
  world.tasks = async ({ token }, path = '', headers = {}) => {
    const { status, body } = await server().send('GET', `/api/tasks${path}`, { token, headers })
    expect([status, body.message]).toEqual([200, undefined])
    return body.data
  }
  world.seen = async (user, id) => (await world.tasks(user)).find((task) => task.id === id)
  world.verify = (user, taskId, code) =>
    world.call(user, 'verify-action', { taskId, ...(code === undefined ? {} : { code }) })
  world.result = async (user, taskId, code) => {
    const { status, body } = await world.verify(user, taskId, code)
    expect([status, body.message]).toEqual([200, undefined])
    return body.data
  }
  return world
}
