/** Whether every object has such a field (`constructor`, `toString`): a record would be taken to know that name. */
export const isInherited = (name: string): boolean => name in {};
