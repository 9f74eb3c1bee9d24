/** With more nodes a config is made when it is asked for. */
export const AT_ONCE_MAX_NODES = 5000
