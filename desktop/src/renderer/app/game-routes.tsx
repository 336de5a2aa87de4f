import ChartSpline from 'lucide-react/icons/chart-spline'
import ListTodo from 'lucide-react/icons/list-todo'
import ShieldAlert from 'lucide-react/icons/shield-alert'
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import type { Screen } from './screen.ts'

/** The screens of an app's tap game, in the order of the navigation. */
export const gameScreens: readonly Screen[] = [
  {
    path: '/apps/:appId/game',
    title: 'gameStats.title',
    icon: ChartSpline,
    section: 'game',
    component: async () => (await import('../features/game-overview/game-overview.tsx')).GameOverview,
    words: 'gameStats.words',
  },
  {
    path: '/apps/:appId/game/rules',
    title: 'gameRules.title',
    icon: SlidersHorizontal,
    section: 'game',
    component: async () => (await import('../features/game-rules/edit-rules.tsx')).EditGameRules,
    words: 'gameRules.words',
  },
  {
    path: '/apps/:appId/game/tasks',
    title: 'gameTasks.title',
    icon: ListTodo,
    section: 'game',
    component: async () => (await import('../features/game-tasks/tasks-screen.tsx')).TasksScreen,
    words: 'gameTasks.words',
  },
  {
    path: '/apps/:appId/game/tasks/:taskId',
    title: 'gameTasks.title',
    icon: ListTodo,
    component: async () => (await import('../features/game-tasks/tasks-screen.tsx')).TasksScreen,
  },
  {
    path: '/apps/:appId/game/fair-play',
    title: 'fairPlay.title',
    icon: ShieldAlert,
    section: 'game',
    component: async () => (await import('../features/fair-play/list-flagged.tsx')).ListFlagged,
    words: 'fairPlay.words',
  },
  {
    path: '/apps/:appId/game/fair-play/:userId',
    title: 'fairPlay.review',
    icon: ShieldAlert,
    component: async () => (await import('../features/fair-play/show-review.tsx')).ShowReview,
  },
]
