import { lazyComponent } from '../ui/feedback/lazy-component.tsx'

/** Its radio buttons and checkboxes are a file of their own, which the list of employees does not need. */
export const LazyRightFieldset = lazyComponent(async () => (await import('./right-fieldset.tsx')).RightFieldset, {
  failure: 'Could not load this.',
})
