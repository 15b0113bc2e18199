/** A six-axis arm of 5 kg payload: lengths, masses, speeds and torques after the public data sheet of a well-known arm, shapes its own. */
export const SIX_AXIS_ARM = `<?xml version="1.0"?>
<robot name="six-axis-arm">
  <material name="steel"><color rgba="0.6 0.65 0.7 1"/></material>
  <link name="base">
    <inertial><origin xyz="0 0 0.03"/><mass value="4"/><inertia ixx="0.012" ixy="0" ixz="0" iyy="0.012" iyz="0" izz="0.02"/></inertial>
    <collision><origin xyz="0 0 0.03"/><geometry><cylinder radius="0.075" length="0.06"/></geometry></collision>
  </link>
  <joint name="shoulder_pan" type="revolute">
    <parent link="base"/><child link="shoulder"/>
    <origin xyz="0 0 0.0892"/><axis xyz="0 0 1"/>
    <limit lower="-6.2832" upper="6.2832" effort="150" velocity="3.1416"/>
  </joint>
  <link name="shoulder">
    <inertial><origin xyz="0 0.0019 -0.0256"/><mass value="3.7"/><inertia ixx="0.0102" ixy="0" ixz="0" iyy="0.0102" iyz="0" izz="0.0067"/></inertial>
    <collision><geometry><cylinder radius="0.06" length="0.12"/></geometry></collision>
  </link>
  <joint name="shoulder_lift" type="revolute">
    <parent link="shoulder"/><child link="upper_arm"/>
    <origin xyz="0 0.1359 0" rpy="0 1.5707963267948966 0"/><axis xyz="0 1 0"/>
    <limit lower="-6.2832" upper="6.2832" effort="150" velocity="3.1416"/>
  </joint>
  <link name="upper_arm">
    <inertial><origin xyz="0 0 0.2125"/><mass value="8.393"/><inertia ixx="0.2269" ixy="0" ixz="0" iyy="0.2269" iyz="0" izz="0.0151"/></inertial>
    <collision><origin xyz="0 0 0.2125"/><geometry><cylinder radius="0.055" length="0.48"/></geometry></collision>
  </link>
  <joint name="elbow" type="revolute">
    <parent link="upper_arm"/><child link="forearm"/>
    <origin xyz="0 -0.1197 0.425"/><axis xyz="0 1 0"/>
    <limit lower="-3.1416" upper="3.1416" effort="150" velocity="3.1416"/>
  </joint>
  <link name="forearm">
    <inertial><origin xyz="0 0 0.1961"/><mass value="2.275"/><inertia ixx="0.0312" ixy="0" ixz="0" iyy="0.0312" iyz="0" izz="0.0041"/></inertial>
    <collision><origin xyz="0 0 0.1961"/><geometry><cylinder radius="0.045" length="0.43"/></geometry></collision>
  </link>
  <joint name="wrist_1" type="revolute">
    <parent link="forearm"/><child link="wrist_1_link"/>
    <origin xyz="0 0 0.3923" rpy="0 1.5707963267948966 0"/><axis xyz="0 1 0"/>
    <limit lower="-6.2832" upper="6.2832" effort="28" velocity="3.1416"/>
  </joint>
  <link name="wrist_1_link">
    <inertial><origin xyz="0 0.093 0"/><mass value="1.219"/><inertia ixx="0.0026" ixy="0" ixz="0" iyy="0.0022" iyz="0" izz="0.0026"/></inertial>
    <collision><origin xyz="0 0.07 0" rpy="1.5707963267948966 0 0"/><geometry><cylinder radius="0.04" length="0.12"/></geometry></collision>
  </link>
  <joint name="wrist_2" type="revolute">
    <parent link="wrist_1_link"/><child link="wrist_2_link"/>
    <origin xyz="0 0.093 0"/><axis xyz="0 0 1"/>
    <limit lower="-6.2832" upper="6.2832" effort="28" velocity="3.1416"/>
  </joint>
  <link name="wrist_2_link">
    <inertial><origin xyz="0 0 0.0946"/><mass value="1.219"/><inertia ixx="0.0026" ixy="0" ixz="0" iyy="0.0026" iyz="0" izz="0.0022"/></inertial>
    <collision><origin xyz="0 0 0.06"/><geometry><cylinder radius="0.04" length="0.1"/></geometry></collision>
  </link>
  <joint name="wrist_3" type="revolute">
    <parent link="wrist_2_link"/><child link="wrist_3_link"/>
    <origin xyz="0 0 0.0946"/><axis xyz="0 1 0"/>
    <limit lower="-6.2832" upper="6.2832" effort="28" velocity="3.1416"/>
  </joint>
  <link name="wrist_3_link">
    <inertial><origin xyz="0 0.06 0"/><mass value="0.1879"/><inertia ixx="0.0001" ixy="0" ixz="0" iyy="0.00013" iyz="0" izz="0.0001"/></inertial>
    <collision><origin xyz="0 0.06 0" rpy="1.5707963267948966 0 0"/><geometry><cylinder radius="0.035" length="0.04"/></geometry></collision>
  </link>
  <joint name="flange" type="fixed">
    <parent link="wrist_3_link"/><child link="tool"/><origin xyz="0 0.0823 0" rpy="-1.5707963267948966 0 0"/>
  </joint>
  <link name="tool"/>
</robot>
`;
