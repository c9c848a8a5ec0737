// The room for CommandLineSupport.
