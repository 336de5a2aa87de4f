import type { Endpoints } from './endpoint.ts'

export const appTasks = {
  complete: { method: 'POST', path: '/app/users/{id}/tasks/{taskId}/complete', auth: 'app' },
} as const satisfies Endpoints
