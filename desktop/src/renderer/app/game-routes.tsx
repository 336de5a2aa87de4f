import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import type { Screen } from './screen.ts'

/** The screens of an app's tap game, in the order of the navigation. */
export const gameScreens: readonly Screen[] = [
  {
    path: '/apps/:appId/game/rules',
    title: 'gameRules.title',
    icon: SlidersHorizontal,
    section: 'game',
    component: async () => (await import('../features/game-rules/edit-rules.tsx')).EditGameRules,
    words: 'gameRules.words',
  },
]
