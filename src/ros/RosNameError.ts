// A name that ROS 2 does not allow. The message is one line that says what is wrong.

export class RosNameError extends Error {
  override readonly name = "RosNameError";
}
